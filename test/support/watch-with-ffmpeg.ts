/** What the FFmpeg command line sees of a live source in a few seconds; a second opinion on doubles. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface SeenPacket {
  readonly kind: 'video' | 'audio';
  /** Presentation time, seconds; undefined when there is none. */
  readonly pts: number | undefined;
  readonly isKey: boolean;
  /** When it was read, milliseconds since the start. */
  readonly at: number;
}

export interface Seen {
  readonly packets: readonly SeenPacket[];
  /** What ffprobe complained of. */
  readonly errors: string;
  /** It was still waiting when the time was over. */
  readonly isWaiting: boolean;
}

export interface WatchOptions {
  /** Ends as soon as so many video packets were read. */
  readonly pictures?: number;
  /** Ends as soon as so many packets of any kind were read. */
  readonly most?: number;
  readonly timeoutMs?: number;
  /** Options before the input, such as `['-rtsp_transport', 'udp']`. */
  readonly input?: readonly string[];
}

const entries = 'packet=codec_type,pts_time,flags';

/** Reads packets until there are enough, the source ends, or the time is over. */
export async function watchWithFfmpeg(url: string, options: WatchOptions = {}): Promise<Seen> {
  const { pictures = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY } = options;
  const { timeoutMs = 15_000, input = [] } = options;
  const transport = url.startsWith('rtsp') && input.length === 0 ? ['-rtsp_transport', 'tcp'] : [];
  const quick = ['-analyzeduration', '300000'];
  const args = [
    '-v',
    'warning',
    ...quick,
    ...transport,
    ...input,
    '-show_entries',
    entries,
    '-of',
    'csv',
  ];
  // Line by line, as packets come.
  const probe = spawn('stdbuf', ['-oL', 'ffprobe', ...args, url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const began = performance.now();
  const packets: SeenPacket[] = [];
  let errors = '';
  let rest = '';
  let isWaiting = false;
  const end = () => void probe.kill('SIGKILL');
  const timer = setTimeout(() => {
    isWaiting = true;
    end();
  }, timeoutMs);
  probe.stderr.on('data', (data) => {
    errors += data;
  });
  probe.stdout.on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop()!;
    for (const line of lines) packets.push(...packetsOf(line, performance.now() - began));
    if (packets.length >= most || videoCount(packets) >= pictures) end();
  });
  await once(probe, 'close');
  clearTimeout(timer);
  return { packets, errors, isWaiting };
}

const videoCount = (packets: readonly SeenPacket[]): number =>
  packets.filter(({ kind }) => kind === 'video').length;

/** The packet of a line of ffprobe; some lines hold only what belongs to the packet before. */
function packetsOf(line: string, at: number): SeenPacket[] {
  const [, what, kind, pts, flags = ''] = /^(packet),(\w+),([^,]*)(?:,([^,]*))?/.exec(line) ?? [];
  if (what === undefined || (kind !== 'video' && kind !== 'audio')) return [];
  const seconds = Number.parseFloat(pts!);
  const isKey = flags.includes('K');
  return [{ kind, at, pts: Number.isNaN(seconds) ? undefined : seconds, isKey }];
}
