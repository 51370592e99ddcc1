import { expect, test } from 'vitest';
import { AlertJournal } from '../../../../dashboard/alert-journal.ts';
import { apiRoutes } from '../../../../dashboard/http/api.ts';
import { systemClock } from '../../../../kernel/time.ts';
import { scriptedQueryApi } from '../../../support/scripted-query-api.ts';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string }>;
}

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

const routes = apiRoutes({
  query: scriptedQueryApi(),
  streams: { add: async () => ({ id: 'x' }), remove: async () => {} },
  frames: { read: () => Promise.reject(), newest: async () => undefined },
  segments: { find: async () => [], pathOf: ({ key }) => key },
  journal: new AlertJournal({ epoch: 'a', capacity: 1 }),
  clock: systemClock,
  system: () => ({ version: '9.9.9', detector: { engine: 'none', model: 'none' } }),
});

async function readDocument(): Promise<Document> {
  const route = routes.find(({ path }) => path === '/api/openapi.json')!;
  const exchange = { request: {}, reply: {}, signal: new AbortController().signal };
  return (await route.run(exchange as never)) as Document;
}

const operations = (document: Document): Operation[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every route is in the document, and nothing else is', async () => {
  const { paths } = await readDocument();
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(documented.sort()).toEqual(served.sort());
});

test('the document has the structure of OpenAPI 3.1', async () => {
  const document = await readDocument();
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('9.9.9');
  const ids = operations(document).map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const operation of operations(document)) {
    expect(operation.responses.default).toBeDefined();
    for (const response of Object.values(operation.responses)) {
      expect(response.description).not.toBe('');
    }
  }
});

test('every placeholder of a path is a required path parameter', async () => {
  const { paths } = await readDocument();
  for (const [path, methods] of Object.entries(paths)) {
    const wanted = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name);
    for (const { parameters = [] } of Object.values(methods)) {
      const declared = parameters.filter((one) => one.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(wanted);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  }
});

test('every reference leads to a schema of the document', async () => {
  const document = await readDocument();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(10);
  for (const [, reference] of references) {
    const name = reference!.replace('#/components/schemas/', '');
    expect(document.components.schemas).toHaveProperty([name]);
  }
});

test('fields with a default may be left out of a request', async () => {
  const document = await readDocument();
  const body = document.components.schemas.NewStandingQuestion as { required: string[] };
  expect(body.required).toEqual(['question']);
});
