/** The OpenAPI 3.1 document of the routes, made from the schemas the server checks with. */
import { z } from 'zod';
import { errorReplySchema } from './error-reply.ts';
import type { Route, Success } from './route.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  readonly version: string;
  /** Schemas that get a name of their own under `components`. */
  readonly named: Readonly<Record<string, z.ZodType>>;
}

export function openApiDocument(routes: readonly Route[], options: OpenApiOptions): Json {
  const schemas = new SchemaSet({ ...options.named, Error: errorReplySchema });
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Strandline',
      version: options.version,
      description: 'Ask questions of live video; every answer comes with the clip that proves it.',
    },
    paths,
    components: { schemas: schemas.components },
  };
}

function operation(route: Route, schemas: SchemaSet): Json {
  const parameters = [
    ...parametersOf(route.params, 'path', schemas),
    ...parametersOf(route.query, 'query', schemas),
  ];
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    tags: [route.path.split('/')[2]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: jsonContent(schemas.convert(route.body, 'input'), true) } : {}),
    responses: {
      [route.success.status]: successResponse(route.success, schemas),
      default: {
        description: 'The request failed',
        ...jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    },
  };
}

/** `GET /api/clips/:id/video.mp4` -> `getClipsByIdVideoMp4`. */
function operationIdOf(route: Route): string {
  const words = route.path
    .replace('/api', '')
    .replace(/:(\w+)/g, 'by-$1')
    .split(/[^\w]+/)
    .filter((word) => word !== '');
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return route.method.toLowerCase() + name;
}

function parametersOf(
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
  schemas: SchemaSet,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.convert(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: rest,
  }));
}

function successResponse(success: Success, schemas: SchemaSet): Json {
  const { content, description } = success;
  if (content === undefined) return { description };
  if (typeof content === 'string') {
    return {
      description,
      content: { [content]: { schema: { type: 'string', format: 'binary' } } },
    };
  }
  return { description, ...jsonContent(schemas.convert(content, 'output')) };
}

const jsonContent = (schema: Json, required?: true): Json => ({
  ...(required ? { required } : {}),
  content: { 'application/json': { schema } },
});

/** Converts zod schemas; the named ones once, as components that the others refer to. */
class SchemaSet {
  readonly components: Record<string, unknown> = {};
  readonly #names = z.registry<{ id: string }>();

  constructor(named: Readonly<Record<string, z.ZodType>>) {
    for (const [id, schema] of Object.entries(named)) this.#names.add(schema, { id });
    this.convert(errorReplySchema, 'output');
  }

  convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema, $defs, ...converted } = z.toJSONSchema(z.array(schema), {
      io,
      metadata: this.#names,
      unrepresentable: 'any',
    });
    for (const [name, definition] of Object.entries($defs ?? {})) {
      const { id, ...rest } = definition as Json;
      this.components[name] ??= pointToComponents(rest);
    }
    return pointToComponents(converted.items) as Json;
  }
}

function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : pointToComponents(inner),
    ]),
  );
}
