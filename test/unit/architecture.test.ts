/** The one direction: kernel <- ingest <- processors <- query <- dashboard, cli, eval <- compose. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const contexts = ['kernel', 'ingest', 'processors', 'query', 'dashboard', 'cli', 'eval'] as const;

const mayImport: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  ingest: ['kernel'],
  processors: ['kernel', 'ingest'],
  query: ['kernel', 'ingest', 'processors'],
  dashboard: ['kernel', 'ingest', 'processors', 'query'],
  cli: ['kernel', 'ingest', 'processors', 'query'],
  eval: ['kernel', 'ingest', 'processors', 'query'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(file: string, text: string): Import[] {
  const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g);
  return [...specifiers].map((match) => ({
    from: file,
    to: normalize(join(dirname(file), match[1]!)),
  }));
}

function imports(): Import[] {
  return contexts.flatMap((context) =>
    readdirSync(join(root, context), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('dist/'))
      .map((name) => join(context, name))
      .flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8'))),
  );
}

/** The rule that an import breaks, or undefined. */
function brokenRule({ from, to }: Import): string | undefined {
  const [context, target] = [from.split('/')[0]!, to.split('/')[0]!];
  if (context === target) {
    const intoAdapters = to.includes('/adapters/') && !from.includes('/adapters/');
    return intoAdapters ? 'only compose and tests import adapters' : undefined;
  }
  if (!mayImport[context]?.includes(target)) return `${context} must not import ${target}`;
  if (target === 'kernel') {
    const intoAdapters = to.includes('/adapters/') && !from.includes('/adapters/');
    return intoAdapters ? 'only compose and tests import adapters' : undefined;
  }
  const open = to === `${target}/contract.ts` || to.startsWith(`${target}/domain/`);
  return open ? undefined : `of ${target} only contract.ts and domain/ may be imported`;
}

describe('the layers', () => {
  it('every import goes in the one direction, through contracts and domains', () => {
    const broken = imports().flatMap((edge) => {
      const rule = brokenRule(edge);
      return rule ? [`${edge.from} -> ${edge.to}: ${rule}`] : [];
    });
    expect(broken).toEqual([]);
  });

  it.each([
    ['kernel/time.ts', 'ingest/domain/chunk.ts'],
    ['ingest/stream-worker.ts', 'processors/domain/state.ts'],
    ['query/answer-question.ts', 'processors/aggregate.ts'],
    ['processors/process-chunk.ts', 'processors/adapters/onnx-object-detector.ts'],
    ['dashboard/http/server.ts', 'query/answer-question.ts'],
    ['cli/ask.ts', 'query/ports.ts'],
    ['query/plan-question.ts', 'kernel/adapters/memory-message-log.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(brokenRule({ from, to })).toBeDefined();
  });

  it('imports are found in every form they are written in', () => {
    const text = `import a from '../kernel/a.ts';\nexport * from './b.ts';\nawait import('./c.ts');`;
    expect(importsOf('ingest/x.ts', text).map((edge) => edge.to)).toEqual([
      'kernel/a.ts',
      'ingest/b.ts',
      'ingest/c.ts',
    ]);
  });
});
