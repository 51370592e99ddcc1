import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type ConfigProblem, loadConfig } from '../../config.ts';
import { AppError } from '../../kernel/errors.ts';

function configFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'strandline-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'strandline.yaml');
  writeFileSync(file, text);
  return file;
}

function problemsOf(load: () => unknown): readonly ConfigProblem[] {
  try {
    load();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('CONFIG_INVALID');
    return (error as AppError).details.problems as ConfigProblem[];
  }
  throw new Error('the configuration was accepted');
}

it('needs nothing: every setting has a default', () => {
  const config = loadConfig({ env: {} });
  expect(config.ingest.chunkSeconds).toBe(15);
  expect(config.streams).toEqual([]);
});

it('flags win over the environment, the environment over the file, the file over defaults', () => {
  const file = configFile('server:\n  port: 1111\n  host: file\nlog:\n  level: warn\n');
  const env = { STRANDLINE_SERVER_PORT: '2222', STRANDLINE_SERVER_HOST: 'env' };
  const config = loadConfig({ file, env, flags: { 'server.port': 3333 } });
  expect(config.server).toMatchObject({ port: 3333, host: 'env' });
  expect(config.log.level).toBe('warn');
});

it('reports all problems together, each with file, line, key and rule', () => {
  const file = configFile(
    [
      'server:',
      '  prot: 80',
      'ingest:',
      '  chunkSeconds: 99',
      'streams:',
      '  - id: Front Door',
      '    url: rtsp://camera/1',
      '    zones:',
      '      dock: [[0, 0], [2, 0], [1, 1]]',
    ].join('\n'),
  );
  const problems = problemsOf(() => loadConfig({ file, env: { STRANDLINE_LOG_LEVEL: 'loud' } }));
  const byKey = new Map(problems.map((problem) => [problem.key, problem]));
  expect(byKey.get('server.prot')?.place).toBe(`${file}:2`);
  expect(byKey.get('server.prot')?.rule).toContain('did you mean port?');
  expect(byKey.get('ingest.chunkSeconds')?.place).toBe(`${file}:4`);
  expect(byKey.get('ingest.chunkSeconds')?.rule).toContain('60');
  expect(byKey.get('streams.0.id')?.place).toBe(`${file}:6`);
  expect(byKey.get('streams.0.zones.dock.1.0')?.place).toBe(`${file}:9`);
  expect(byKey.get('log.level')?.place).toBe('STRANDLINE_LOG_LEVEL');
  expect(problems).toHaveLength(5);
});

it.each([
  ['two streams of one id', 'streams: [{id: a, url: x}, {id: a, url: y}]', 'unique'],
  ['a kind the detectors do not know', 'streams: [{id: a, url: x, kinds: [unicorn]}]', 'Invalid'],
  ['a secret that is too short', 'webhooks: {secret: short}', '16'],
  [
    'a disk on which recording stops before old recordings go',
    'retention: {keepFreeGigabytes: 1, stopBelowGigabytes: 1}',
    'a fifth more than stopBelowGigabytes',
  ],
  ['recordings that are kept for no time', 'retention: {days: 0}', '>0'],
])('refuses %s, naming the rule', (_, text, rule) => {
  const problems = problemsOf(() => loadConfig({ file: configFile(text), env: {} }));
  expect(problems.map((problem) => problem.rule).join()).toContain(rule);
});

it('says where a file is not YAML', () => {
  const problems = problemsOf(() => loadConfig({ file: configFile('server:\n  - [\n'), env: {} }));
  expect(problems[0]?.place).toMatch(/:\d+$/);
});

it('a file that holds no settings is a problem', () => {
  const file = configFile('just words');
  const problems = problemsOf(() => loadConfig({ file, env: {}, flags: { data: 'here' } }));
  expect(problems).toEqual([{ place: file, key: '', rule: expect.stringContaining('mapping') }]);
});

it('variables are read as what they set: digits may be a secret or a folder', () => {
  const env = {
    STRANDLINE_WEBHOOKS_SECRET: '12345678901234567890',
    STRANDLINE_DATA: '2026',
    STRANDLINE_INGEST_FRAMES_PER_SECOND: '2',
  };
  const config = loadConfig({ env });
  expect(config.webhooks.secret).toBe('12345678901234567890');
  expect(config.data).toBe('2026');
  expect(config.ingest.framesPerSecond).toBe(2);
});

it('a file asked for by name must exist', () => {
  const problems = problemsOf(() => loadConfig({ file: 'nowhere.yaml', env: {} }));
  expect(problems[0]?.rule).toContain('must exist');
});

it('a misspelt variable is a problem, not silently ignored', () => {
  const problems = problemsOf(() => loadConfig({ env: { STRANDLINE_SERVER_PROT: '1' } }));
  expect(problems[0]).toMatchObject({ place: 'STRANDLINE_SERVER_PROT' });
  expect(problems[0]?.rule).toContain('STRANDLINE_SERVER_PORT');
});

it('the result cannot be changed', () => {
  const config = loadConfig({ env: {} });
  expect(() => Object.assign(config.server, { port: 1 })).toThrow();
});

it('what Kubernetes tells of a service of our name is no setting', () => {
  const env = {
    STRANDLINE_SERVICE_HOST: '10.0.0.7',
    STRANDLINE_SERVICE_PORT: '4600',
    STRANDLINE_SERVICE_PORT_HTTP: '4600',
    STRANDLINE_PORT: 'tcp://10.0.0.7:4600',
    STRANDLINE_SERVER_PORT: 'tcp://10.0.0.8:80',
    STRANDLINE_PORT_4600_TCP: 'tcp://10.0.0.7:4600',
    STRANDLINE_PORT_4600_TCP_ADDR: '10.0.0.7',
    STRANDLINE_PORT_4600_TCP_PORT: '4600',
    STRANDLINE_PORT_4600_TCP_PROTO: 'tcp',
  };
  expect(loadConfig({ env })).toEqual(loadConfig({ env: {} }));
  const wrong = { ...env, STRANDLINE_PORT: '4600', STRANDLINE_SERVICE: 'x', STRANDLINE_HOST: '::' };
  expect(problemsOf(() => loadConfig({ env: wrong })).map(({ place }) => place)).toEqual([
    'STRANDLINE_PORT',
    'STRANDLINE_SERVICE',
    'STRANDLINE_HOST',
  ]);
});
