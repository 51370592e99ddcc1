/**
 * Cuts clips with FFmpeg's libraries (node-av): packets are copied, nothing is decoded. The native
 * calls are synchronous and take 30 to 150 ms for a minute of video, so each cut runs in a worker
 * thread of its own; the asynchronous calls of the same library cost six times the processor time.
 */
import { Worker } from 'node:worker_threads';
import { AppError, classify } from '../../kernel/errors.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { ClipCutter, ClipJob } from '../ports.ts';

/** What the worker answers. */
export type CutReport =
  | { readonly type: 'cut'; readonly mediaRange: TimeRange | undefined }
  | { readonly type: 'failed'; readonly message: string };

/** A cut that takes longer than this hangs: its worker is ended. */
const deadlineMs = 60_000;

const workerFile = new URL('./av-clip-worker.ts', import.meta.url);

export function createAvClipCutter(): ClipCutter {
  return {
    async cut(job) {
      const report = await runWorker(job);
      if (report.type === 'cut') return report.mediaRange;
      throw new AppError('MEDIA_CORRUPT', `cannot cut the clip: ${report.message}`);
    },
  };
}

function runWorker(job: ClipJob): Promise<CutReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: job, execArgv: [] });
    const timer = setTimeout(() => {
      reject(new AppError('MEDIA_CORRUPT', `cutting a clip took longer than ${deadlineMs} ms`));
      void worker.terminate();
    }, deadlineMs);
    worker.once('message', resolve);
    worker.once('error', (error) => reject(classify(error)));
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new AppError('INTERNAL', `the clip worker ended with code ${code}`));
    });
  });
}
