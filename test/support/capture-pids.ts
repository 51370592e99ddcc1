/** The capture children of this process (Linux), the newest last. */
import { readdirSync, readFileSync } from 'node:fs';

export function capturePids(): number[] {
  const tasks = `/proc/${process.pid}/task`;
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, 'utf8').trim().split(' '),
  );
  return children
    .filter(isCapture)
    .map(Number)
    .toSorted((a, b) => a - b);
}

function isCapture(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('ingest/child/main.ts');
  } catch {
    return false;
  }
}
