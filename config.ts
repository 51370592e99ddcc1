/**
 * One schema for everything that can be set. Defaults < strandline.yaml < environment < flags. All
 * problems are reported together, each with its place, key and rule; the result is frozen.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { isAddressOrRange } from './kernel/address-policy.ts';
import { AppError } from './kernel/errors.ts';
import { cocoKinds, type PresetName, presets } from './processors/domain/kind.ts';

const presetNames = Object.keys(presets) as [PresetName, ...PresetName[]];

const coordinate = z.number().min(0).max(1);
const pointSchema = z.tuple([coordinate, coordinate]).describe('[x, y], 0..1 of the picture');
const placeName = z.string().regex(/^[\p{L}\d][\p{L}\d _-]{0,40}$/u, 'must be a short name');

const days = z.number().positive().max(36_500);
const gigabytes = z.number().positive();

const decodeModes = ['all', 'non-reference', 'key-frames'] as const;
const certificateModes = ['auto', 'always', 'never'] as const;

const streamSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, - and _, at most 63'),
  name: z.string().min(1).max(80).optional(),
  url: z
    .string()
    .min(1)
    .describe(
      'rtsp(s)://, rtmp(s)://, srt://, udp:// (MPEG-TS), http(s):// (HLS, MJPEG or a file), ' +
        'v4l2:/dev/video0, or a path',
    ),
  transport: z
    .enum(['auto', 'tcp', 'udp'])
    .optional()
    .describe('RTSP media; auto: TCP, or UDP where the camera refuses it'),
  decode: z.enum(decodeModes).optional().describe('As ingest.decode, for this stream'),
  verifyCertificates: z
    .enum(certificateModes)
    .optional()
    .describe('As sources.verifyCertificates, for this stream'),
  preset: z.enum(presetNames).default('any').describe('What may be in the picture'),
  kinds: z
    .array(z.enum(cocoKinds as [string, ...string[]]))
    .min(1)
    .optional(),
  zones: z.record(placeName, z.array(pointSchema).min(3)).default({}),
  lines: z.record(placeName, z.tuple([pointSchema, pointSchema])).default({}),
  retention: z
    .strictObject({ days: days.optional(), gigabytes: gigabytes.optional() })
    .optional()
    .describe('In place of the general limits'),
});

const configSchema = z.strictObject({
  data: z.string().min(1).default('data').describe('Folder for everything that is kept'),
  log: z
    .strictObject({ level: z.enum(['silent', 'debug', 'info', 'warn', 'error']).default('info') })
    .prefault({}),
  server: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(4600),
      allowedHosts: z.array(z.string().min(1)).default([]).describe('Other names of this machine'),
      externalUrl: z.url().optional().describe('Where webhooks send people'),
    })
    .prefault({}),
  ingest: z
    .strictObject({
      chunkSeconds: z.int().min(5).max(60).default(15),
      framesPerSecond: z.number().min(0.5).max(30).default(4),
      longSide: z.int().min(160).max(3840).default(960),
      frameLifeMinutes: z.number().min(1).max(1440).default(10),
      waitingHours: z
        .number()
        .positive()
        .max(168)
        .default(6)
        .describe(
          'Recorded time of a stream that may wait to be analysed, with its frames (0.7 GB an hour); ' +
            'beyond it the oldest counts as not watched',
        ),
      decode: z
        .enum(decodeModes)
        .default('all')
        .describe(
          'Which pictures are decoded. non-reference: about a tenth less processor time; key-frames: ' +
            'half to an eighth of it, and instants are known to one key frame (see ARCHITECTURE.md)',
        ),
      hardware: z
        .enum(['auto', 'off', 'vaapi', 'cuda', 'videotoolbox'])
        .default('off')
        .describe('What decodes; software where the hardware is not there'),
    })
    .prefault({}),
  sources: z
    .strictObject({
      allowAddresses: z
        .array(z.string().refine(isAddressOrRange, 'must be an address or a range: 10.0.0.0/8'))
        .default([])
        .describe('Loopback, link-local and other addresses that streams may have nevertheless'),
      verifyCertificates: z
        .enum(certificateModes)
        .default('auto')
        .describe(
          'Whether servers must prove who they are. auto: HTTPS under public names and addresses, ' +
            'but not cameras (rtsps, rtmps) and local networks, where certificates are self-signed',
        ),
      caFile: z
        .string()
        .min(1)
        .optional()
        .describe('Certificates (PEM) that are trusted beside those of the system'),
    })
    .prefault({}),
  retention: z
    .strictObject({
      days: days.default(14).describe('Recordings older than this go'),
      gigabytes: gigabytes
        .optional()
        .describe(
          'The oldest recordings of all streams go beyond it, however new; a warning says when less ' +
            'than an hour is kept, and what an hour takes',
        ),
      gigabytesPerStream: gigabytes.optional().describe('The same of each stream'),
      keepFreeGigabytes: gigabytes.default(2).describe('The oldest go while less is free'),
      stopBelowGigabytes: gigabytes.default(0.5).describe('Nothing is recorded while less is free'),
    })
    .refine((limits) => limits.keepFreeGigabytes >= 1.2 * limits.stopBelowGigabytes, {
      error:
        'must be a fifth more than stopBelowGigabytes, so that old recordings go before new ones stop',
      path: ['keepFreeGigabytes'],
    })
    .prefault({})
    .describe('Evidence of alerts and of judged answers stays, whatever its age'),
  detector: z
    .strictObject({
      model: z.enum(['ssdlite-mobilenet-v2', 'nanodet-g']).default('ssdlite-mobilenet-v2'),
      engine: z.enum(['auto', 'onnxruntime', 'tfjs-node-gpu', 'tfjs-wasm']).default('auto'),
      threads: z.int().min(1).max(64).default(1),
      modelsDir: z.string().min(1).optional().describe('Default: models in the data folder'),
    })
    .prefault({}),
  aggregation: z
    .strictObject({
      assignment: z.enum(['optimal', 'greedy']).default('optimal'),
      dtMaxSeconds: z.number().positive().max(600).default(15),
      tauConf: z.number().min(0).max(1).default(0.75),
    })
    .prefault({}),
  judge: z
    .strictObject({
      url: z.url().describe('An OpenAI-compatible API, such as http://127.0.0.1:11434/v1'),
      model: z.string().min(1),
      apiKey: z.string().min(1).optional(),
    })
    .optional()
    .describe('The language model that judges open answers in `eval`'),
  webhooks: z
    .strictObject({ secret: z.string().min(16).optional().describe('Signs every webhook') })
    .prefault({}),
  streams: z
    .array(streamSchema)
    .default([])
    .refine((streams) => new Set(streams.map((s) => s.id)).size === streams.length, {
      error: 'ids must be unique',
    }),
});

export type Config = Readonly<z.infer<typeof configSchema>>;

export interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Dotted keys from the command line, such as `server.port`. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** Default `strandline.yaml` in the working folder; an explicit one must exist. */
  readonly file?: string;
}

export interface ConfigProblem {
  /** `strandline.yaml:3`, `STRANDLINE_SERVER_PORT` or `--port`. */
  readonly place: string;
  readonly key: string;
  readonly rule: string;
}

/** Throws CONFIG_INVALID with `details.problems` when anything is wrong. */
export function loadConfig(sources: ConfigSources): Config {
  const file = readConfigFile(sources.file);
  const env = fromEnvironment(sources.env);
  const raw = structuredClone(file.values);
  for (const { path, value } of env.settings) setPath(raw, path, value);
  for (const [key, value] of Object.entries(sources.flags ?? {})) {
    if (value !== undefined) setPath(raw, key.split('.'), value);
  }
  const parsed = configSchema.safeParse(raw);
  const problems = [...file.problems, ...env.problems];
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      problems.push(...problemsOf(issue, file, env, sources));
  }
  if (problems.length > 0 || !parsed.success) throw configInvalid(problems);
  return deepFreeze(parsed.data);
}

/** Every setting that the environment can give, as variable name and dotted key. */
export function environmentSettings(): { variable: string; key: string }[] {
  return leafPaths(configSchema).map((path) => ({
    variable: `STRANDLINE_${path.map(snakeCase).join('_')}`,
    key: path.join('.'),
  }));
}

interface ConfigFile {
  readonly name: string;
  readonly values: Record<string, unknown>;
  readonly problems: ConfigProblem[];
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

function readConfigFile(explicit: string | undefined): ConfigFile {
  const name = explicit ?? 'strandline.yaml';
  const path = resolve(name);
  if (!existsSync(path)) {
    const rule = 'the file named by --config must exist';
    const problems = explicit ? [{ place: name, key: '', rule }] : [];
    return { name, values: {}, problems, lineOf: () => undefined };
  }
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines });
  const problems = document.errors.map((error) => ({
    place: `${name}:${lines.linePos(error.pos[0]).line}`,
    key: '',
    rule: error.message.split('\n')[0] ?? error.message,
  }));
  const values = document.errors.length > 0 ? {} : (document.toJS() ?? {});
  if (typeof values !== 'object' || Array.isArray(values)) {
    const rule = 'the file must be a mapping of settings, such as `server: { port: 4600 }`';
    return {
      name,
      values: {},
      problems: [{ place: name, key: '', rule }],
      lineOf: () => undefined,
    };
  }
  return { name, values, problems, lineOf: (keys) => lineOfPath(document, lines, keys) };
}

/** Line of the deepest part of the path that the file holds. */
function lineOfPath(document: Document, lines: LineCounter, path: readonly PropertyKey[]) {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: [number] } | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

interface EnvironmentSettings {
  readonly settings: { variable: string; path: string[]; value: unknown }[];
  readonly problems: ConfigProblem[];
}

function fromEnvironment(env: ConfigSources['env']): EnvironmentSettings {
  const known = new Map(environmentSettings().map(({ variable, key }) => [variable, key]));
  const settings: EnvironmentSettings['settings'] = [];
  const problems: ConfigProblem[] = [];
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith('STRANDLINE_') || variable.startsWith('STRANDLINE_TEST_')) continue;
    if (isOfKubernetes(variable, text)) continue;
    const key = known.get(variable);
    if (key && text !== undefined) {
      const path = key.split('.');
      settings.push({ variable, path, value: scalarOf(text, scalarTypeAt(path)) });
    } else {
      problems.push({
        place: variable,
        key: '',
        rule: `no such setting${suggestion(variable, [...known.keys()])}`,
      });
    }
  }
  return { settings, problems };
}

/** Kubernetes tells each container where the services are; one of them may be called `strandline`. */
const isOfKubernetes = (variable: string, text = ''): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/.test(variable) ||
  (variable.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(text));

/** What cannot be read as its type stays text, which the schema then refuses. */
function scalarOf(text: string, type: string): unknown {
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const isNumber = type === 'number' && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

function problemsOf(
  issue: z.core.$ZodIssue,
  file: ConfigFile,
  env: EnvironmentSettings,
  sources: ConfigSources,
): ConfigProblem[] {
  const place = placeOf(issue.path, file, env, sources);
  if (issue.code !== 'unrecognized_keys') {
    return [{ place, key: issue.path.join('.'), rule: issue.message }];
  }
  return issue.keys.map((key) => ({
    place: placeOf([...issue.path, key], file, env, sources),
    key: [...issue.path, key].join('.'),
    rule: `no such key${suggestion(key, keysAt(configSchema, issue.path))}`,
  }));
}

/** Flags win over the environment, and that over the file: the last that set it is to blame. */
function placeOf(
  path: readonly PropertyKey[],
  file: ConfigFile,
  env: EnvironmentSettings,
  sources: ConfigSources,
): string {
  const key = path.join('.');
  const flags = Object.entries(sources.flags ?? {});
  if (flags.some(([flag, value]) => flag === key && value !== undefined)) {
    return `--${String(path.at(-1))}`;
  }
  const variable = env.settings.find((setting) => setting.path.join('.') === key)?.variable;
  if (variable) return variable;
  const line = file.lineOf(path);
  return line === undefined ? file.name : `${file.name}:${line}`;
}

function configInvalid(problems: readonly ConfigProblem[]): AppError {
  const lines = problems.map(
    ({ place, key, rule }) => `  ${place}: ${key ? `${key}: ` : ''}${rule}`,
  );
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  return new AppError('CONFIG_INVALID', `the configuration has ${count}:\n${lines.join('\n')}`, {
    details: { problems },
  });
}

function suggestion(word: string, candidates: readonly string[]): string {
  const ranked = candidates
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(2, word.length / 3)
    ? `; did you mean ${best.candidate}?`
    : '';
}

/** The object schema below defaults and the like; undefined for anything else. */
function objectShape(schema: unknown): Record<string, unknown> | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  const inner = (schema as { def?: { innerType?: unknown; element?: unknown } }).def;
  return inner?.innerType ? objectShape(inner.innerType) : undefined;
}

function leafPaths(schema: unknown, prefix: string[] = []): string[][] {
  const shape = objectShape(schema);
  if (!shape) return isScalar(schema) ? [prefix] : [];
  return Object.entries(shape).flatMap(([key, child]) => leafPaths(child, [...prefix, key]));
}

const isScalar = (schema: unknown): boolean =>
  ['string', 'number', 'boolean', 'enum'].includes(typeOf(schema));

function typeOf(schema: unknown): string {
  const { type, innerType } = (schema as { def: { type: string; innerType?: unknown } }).def;
  return innerType ? typeOf(innerType) : type;
}

function scalarTypeAt(path: readonly string[]): string {
  let current: unknown = configSchema;
  for (const key of path) current = objectShape(current)?.[key];
  return typeOf(current);
}

function keysAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let current: unknown = schema;
  for (const key of path) {
    current = typeof key === 'number' ? elementOf(current) : objectShape(current)?.[String(key)];
  }
  return Object.keys(objectShape(current) ?? {});
}

function elementOf(schema: unknown): unknown {
  const def = (schema as { def?: { innerType?: unknown; element?: unknown } })?.def;
  return def?.element ?? (def?.innerType ? elementOf(def.innerType) : undefined);
}

function setPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  const child = target[head];
  const branch = typeof child === 'object' && child !== null ? child : {};
  target[head] = branch;
  setPath(branch as Record<string, unknown>, rest, value);
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase();

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
