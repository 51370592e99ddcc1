/**
 * The words of the command line. What a command does is handed in; here is only how it is said.
 */
import { Command, Option } from 'commander';
import { presets } from '../processors/domain/kind.ts';

/** What every command takes. */
export interface CommonOptions {
  readonly data?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly log?: string;
}

export interface UpOptions extends CommonOptions {
  readonly preset?: string;
  readonly id?: string;
  readonly port?: string;
  readonly host?: string;
}

export interface IngestOptions extends CommonOptions {
  readonly fast?: boolean;
  readonly start?: string;
  readonly preset?: string;
  readonly id?: string;
}

export interface AskOptions extends CommonOptions {
  readonly stream?: string[];
  readonly from?: string;
  readonly to?: string;
  readonly options?: string;
}

export interface WatchOptions extends CommonOptions {
  readonly stream?: string[];
  readonly for?: string;
  readonly webhook?: string;
}

export interface ListOptions extends CommonOptions {
  readonly stream?: string[];
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly about?: string;
}

export interface CasesOptions extends CommonOptions {
  readonly wrong?: boolean;
  readonly limit?: string;
  readonly output?: string;
}

export interface ClipOptions extends CommonOptions {
  readonly output: string;
}

export interface EvaluateOptions {
  readonly questions: string;
  readonly videos?: string;
  readonly captions?: string;
  readonly method: string;
  readonly extractor: string;
  readonly preset?: string;
  readonly streaming?: boolean;
  readonly limit?: string;
  readonly data?: string;
  readonly config?: string;
  readonly log?: string;
  /** `true`: to standard output. */
  readonly json?: string | true;
}

/** How many cases that were right a candidate may lose. */
export interface CaseTrialOptions extends CommonOptions {
  readonly mayLose: 'none' | 'as-many-as-fixed';
}

export interface ReportOptions extends CommonOptions {
  readonly output?: string;
}

export interface Commands {
  up(source: string | undefined, options: UpOptions): Promise<void>;
  ingest(source: string, options: IngestOptions): Promise<void>;
  ask(question: string, options: AskOptions): Promise<void>;
  watch(question: string, options: WatchOptions): Promise<void>;
  unwatch(id: string, options: CommonOptions): Promise<void>;
  alerts(options: ListOptions): Promise<void>;
  streams(options: CommonOptions): Promise<void>;
  events(options: ListOptions): Promise<void>;
  trajectories(options: ListOptions): Promise<void>;
  clip(id: string, options: ClipOptions): Promise<void>;
  cases(options: CasesOptions): Promise<void>;
  evaluate(benchmark: string, options: EvaluateOptions): Promise<void>;
  runCases(options: CaseTrialOptions): Promise<void>;
  reportEvaluation(options: ReportOptions): Promise<void>;
  models(options: CommonOptions): Promise<void>;
  checkConfig(options: CommonOptions): Promise<void>;
}

export interface Words {
  readonly version: string;
  /** Names of the benchmarks there are. */
  readonly benchmarks: readonly string[];
}

export function createCommandLine(commands: Commands, words: Words): Command {
  const program = new Command('strandline')
    .description('Ask questions of live video: every answer comes with the clip that proves it.')
    .version(words.version)
    .showHelpAfterError('(strandline --help lists the commands)')
    .exitOverride();

  common(program.command('up', { isDefault: true }))
    .description('watch the configured streams, SOURCE, or a sample, and open the page')
    .argument(
      '[source]',
      'rtsp://, http(s)://, rtmp://, srt://, udp:// or a file, played as if live',
    )
    .addOption(presetOption())
    .option('--id <NAME>', 'id of the stream; default: from the source')
    .option('--port <NUMBER>', 'port of the page')
    .option('--host <ADDRESS>', 'address the page listens on')
    .action(commands.up);

  common(program.command('ingest'))
    .description('take in one recording or stream, and end with it')
    .argument('<source>', 'file or URL')
    .option('--fast', 'a file as quickly as it can be processed, not at its own pace')
    .option('--start <TIME>', 'ISO time of the first frame; default: now')
    .addOption(presetOption())
    .option('--id <NAME>', 'id of the stream; default: from the source')
    .action(commands.ingest);

  withStreams(common(program.command('ask')))
    .description('answer a question from what was seen')
    .argument('<question>')
    .option('--from <TIME>', 'ISO time the scope starts at')
    .option('--to <TIME>', 'ISO time the scope ends at')
    .option('--options <A|B|C>', 'multiple choice')
    .action(commands.ask);

  withStreams(common(program.command('watch')))
    .description(
      'register a standing question; while nothing runs here, follow its alerts with `up`',
    )
    .argument('<question>')
    .option('--for <SECONDS>', 'how long the answer must hold before the alert fires')
    .option('--webhook <URL>', 'where to send each change of an alert')
    .action(commands.watch);

  common(program.command('unwatch'))
    .description('end a standing question')
    .argument('<id>')
    .action(commands.unwatch);

  withStreams(common(program.command('alerts')))
    .description('alerts, newest first')
    .option('--limit <NUMBER>', 'at most so many; default: 100')
    .action(commands.alerts);

  common(program.command('streams'))
    .description('streams and how far they are')
    .action(commands.streams);

  withRange(withStreams(common(program.command('events'))))
    .description('what happened, window by window')
    .option('--about <TEXT>', 'only what is nearest in meaning')
    .action(commands.events);

  withRange(withStreams(common(program.command('trajectories'))))
    .description('who and what was there, and when')
    .action(commands.trajectories);

  common(program.command('clip'))
    .description('write a clip to a file')
    .argument('<id>', 'as named by an answer, or <stream>_<start ms>_<end ms>')
    .requiredOption('-o, --output <FILE>', 'the MP4 file to write')
    .action(commands.clip);

  common(program.command('cases'))
    .description('answers and alerts that were judged right or wrong')
    .option('--wrong', 'only what was wrong')
    .option('--limit <NUMBER>', 'at most so many; default: 1000')
    .option('-o, --output <FILE>', 'write them to a file as JSON Lines')
    .action(commands.cases);

  addEvaluation(program.command('eval'), commands, words);

  common(program.command('models'))
    .description('obtain the models now instead of at the first start')
    .action(commands.models);

  common(program.command('config').command('check'))
    .description('say everything that is wrong with the configuration')
    .action(commands.checkConfig);

  return program;
}

function addEvaluation(evaluation: Command, commands: Commands, { benchmarks }: Words): void {
  evaluation.description('measure answers with the metrics of published benchmarks');

  base(evaluation.command('run', { isDefault: true }))
    .description('ask the questions of a benchmark and score the answers')
    .argument('<benchmark>', benchmarks.join(', '))
    .requiredOption('--questions <PATH>', 'file, folder or zip as the benchmark was released')
    .option('--videos <DIR>', 'where the videos are, by the names the questions use')
    .option('--captions <ZIP>', 'answer from captions of the videos instead of the videos')
    .option('--method <NAME>', 'how questions are answered: symbolic', 'symbolic')
    .option('--extractor <NAME>', 'what looks at the pictures: builtin', 'builtin')
    .option('--preset <NAME>', 'what may be in the pictures, or a JSON file with one per video')
    .option('--streaming', 'ask as time passes, with only the past')
    .option('--limit <NUMBER>', 'only the first so many rows')
    .option('--json [FILE]', 'the result as data')
    .action(commands.evaluate);

  common(evaluation.command('cases'))
    .description('ask what was judged again of a configuration before it is switched on')
    .addOption(
      new Option('--may-lose <RULE>', 'how many cases that were right may be lost')
        .choices(['none', 'as-many-as-fixed'])
        .default('none'),
    )
    .action(commands.runCases);

  common(evaluation.command('report'))
    .description('all results so far as one HTML page')
    .option('-o, --output <FILE>', 'default: report.html beside the results')
    .action(commands.reportEvaluation);
}

const base = (command: Command): Command =>
  command
    .option('--data <DIR>', 'folder for everything that is kept; default: data')
    .option('--config <FILE>', 'default: strandline.yaml where it exists')
    .option('--log <LEVEL>', 'silent, error, warn, info or debug')
    .exitOverride();

const common = (command: Command): Command => base(command).option('--json', 'the result as data');

const withStreams = (command: Command): Command =>
  command.option('--stream <ID...>', 'only these streams');

const withRange = (command: Command): Command =>
  command
    .option('--from <TIME>', 'ISO time')
    .option('--to <TIME>', 'ISO time')
    .option('--limit <NUMBER>', 'at most so many; default: 100');

const presetOption = (): Option =>
  new Option('--preset <NAME>', 'what may be in the picture').choices(Object.keys(presets));
