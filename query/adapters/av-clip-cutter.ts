/**
 * Cuts clips with FFmpeg's libraries (node-av): packets are copied, and only what browsers do not
 * play is encoded anew. The native calls of copying are synchronous and take 30 to 150 ms for a
 * minute of video, so each cut runs in a worker thread of its own; the asynchronous calls of the same
 * library cost six times the processor time. Encoding takes seconds and runs in a process.
 */
import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AppError, classify } from '../../kernel/errors.ts';
import { durationOf } from '../../kernel/time.ts';
import type { ClipCutter, ClipJob, ClipMedia } from '../ports.ts';
import type { EncodeReport } from './clip-encoder-process.ts';
import type { EncodingNeeds } from './encode-clip.ts';

/** What the worker answers. */
export type CutReport =
  | { readonly type: 'cut'; readonly media: ClipMedia | undefined }
  /** The clip is at `copied`, and is to be encoded from there. */
  | {
      readonly type: 'copied';
      readonly media: ClipMedia;
      readonly copied: string;
      readonly needs: EncodingNeeds;
    }
  | { readonly type: 'failed'; readonly message: string };

/** A cut that takes longer than this hangs: its worker is ended. */
const deadlineMs = 60_000;
/** So may encoding, and three times the clip's own length. */
const encodingRate = 3;

const workerFile = new URL('./av-clip-worker.ts', import.meta.url);
const encoderFile = new URL('./clip-encoder-process.ts', import.meta.url);

export function createAvClipCutter(): ClipCutter {
  return {
    async cut(job) {
      const report = await runWorker(job);
      if (report.type === 'failed') throw cannotCut(report.message);
      if (report.type === 'copied') await encode(report, job);
      return report.media;
    },
  };
}

const cannotCut = (why: string) => new AppError('MEDIA_CORRUPT', `cannot cut the clip: ${why}`);

function runWorker(job: ClipJob): Promise<CutReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: job, execArgv: [] });
    const timer = setTimeout(() => {
      reject(cannotCut(`it took longer than ${deadlineMs} ms`));
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

async function encode(
  { copied, needs }: Extract<CutReport, { type: 'copied' }>,
  { path, range }: ClipJob,
): Promise<void> {
  try {
    const withinMs = deadlineMs + encodingRate * durationOf(range);
    const { failure } = await runEncoder({ from: copied, to: path, needs }, withinMs);
    if (failure) throw cannotCut(failure);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(copied, { force: true });
  }
}

function runEncoder(job: object, withinMs: number): Promise<EncodeReport> {
  return new Promise((resolve, reject) => {
    const child = fork(encoderFile, [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => {
      reject(cannotCut(`encoding took longer than ${withinMs} ms`));
      child.kill('SIGKILL');
    }, withinMs);
    child.once('message', (report) => resolve(report as EncodeReport));
    child.once('error', (error) => reject(classify(error)));
    child.once('exit', () => {
      clearTimeout(timer);
      reject(cannotCut('the process that encodes it died'));
    });
    child.send(job, () => {});
  });
}
