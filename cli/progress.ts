/**
 * Progress of long work on standard error: a bar on a terminal, now and then a line elsewhere.
 * Never on standard output, which belongs to the result.
 */
import cliProgress from 'cli-progress';

export interface Progress {
  /** `done` of `total` in any unit; a total of 0 means not known yet. */
  update(done: number, total: number, note?: string): void;
  stop(): void;
}

export function createProgress(
  label: string,
  stream: NodeJS.WriteStream = process.stderr,
): Progress {
  return stream.isTTY ? bar(label, stream) : lines(label, stream);
}

function bar(label: string, stream: NodeJS.WriteStream): Progress {
  const single = new cliProgress.SingleBar({
    stream,
    format: `${label} {bar} {percentage}% {eta_formatted} {note}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    etaBuffer: 20,
  });
  let started = false;
  return {
    update: (done, total, note = '') => {
      if (!started) single.start(Math.max(total, 1), 0, { note });
      started = true;
      single.setTotal(Math.max(total, done, 1));
      single.update(done, { note });
    },
    stop: () => single.stop(),
  };
}

/** A line for every tenth of the work, with an estimate of what is left. */
function lines(label: string, stream: NodeJS.WriteStream): Progress {
  const startedAt = performance.now();
  let told = -1;
  return {
    update: (done, total, note = '') => {
      const tenth = total > 0 ? Math.floor((done / total) * 10) : 0;
      if (tenth <= told) return;
      told = tenth;
      const left = done > 0 ? ((performance.now() - startedAt) * (total - done)) / done : 0;
      const estimate = left >= 1000 ? ` ${secondsText(left)} left` : '';
      stream.write(`${label} ${tenth * 10}%${estimate}${note && ` ${note}`}\n`);
    },
    stop: () => {},
  };
}

function secondsText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
