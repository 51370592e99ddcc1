/** The most memory that processes ever held (Linux). */
import { readFileSync } from 'node:fs';
import { capturePids } from './capture-pids.ts';

export class PeakMemory {
  /** Of any capture child of this process so far, as it was looked at. */
  bytes = 0;

  look(): void {
    this.bytes = Math.max(this.bytes, ...capturePids().map(peakOf));
  }
}

/** 0 for a process that is gone. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
