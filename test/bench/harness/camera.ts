/** RTSP cameras beside the bench. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Camera {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

export interface SwitchedCamera extends Camera {
  /** Drops every connection, and refuses new ones. */
  away(): void;
  back(): void;
}

/** Shows an H.264 clip without B-frames, of 25 pictures a second, again and again. */
export async function startCamera(clip: string, manner?: 'faulty'): Promise<Camera> {
  const { child, said } = await startWorker<string>('camera', [clip, ...(manner ? [manner] : [])]);
  return { url: said, pid: child.pid!, stop: () => child.kill() };
}

/** The same, and it can be sent away. */
export async function startSwitchedCamera(clip: string): Promise<SwitchedCamera> {
  const { child, said } = await startWorker<string>('switched-camera', [clip]);
  return {
    ...{ url: said, pid: child.pid!, stop: () => child.kill() },
    away: () => void child.send('away'),
    back: () => void child.send('back'),
  };
}

/** Half of them never answer, half fall silent after PLAY; `stop` stops all. */
export async function startSilentCameras(clip: string, count: number): Promise<Camera[]> {
  const { child, said } = await startWorker<string[]>('silent-cameras', [clip, String(count)]);
  return said.map((url) => ({ url, pid: child.pid!, stop: () => child.kill() }));
}

async function startWorker<T>(
  name: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; said: T }> {
  const child = fork(join(import.meta.dirname, `${name}-worker.ts`), args);
  const [said] = (await once(child, 'message')) as [T];
  return { child, said };
}
