/** RTSP cameras beside the bench. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Camera {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Shows an H.264 clip without B-frames, of 25 pictures a second, again and again. */
export async function startCamera(clip: string, manner?: 'faulty'): Promise<Camera> {
  const args = manner ? [clip, manner] : [clip];
  const child = fork(join(import.meta.dirname, 'camera-worker.ts'), args);
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid!, stop: () => child.kill() };
}
