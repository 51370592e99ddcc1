/** Where a command's result goes: text for people or JSON for machines, on standard output. */
import type { Writable } from 'node:stream';

export interface Output {
  /** IANA zone that times are read and shown in. */
  readonly zone: string;
  /** Prints `data` as JSON when that was asked for, else the text. */
  show(data: unknown, text: () => string): void;
}

export function createOutput(options: { readonly json?: boolean }): Output {
  const zone = process.env.TZ || Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return {
    zone,
    show: (data, text) => {
      process.stdout.write(`${options.json ? JSON.stringify(data, null, 2) : text()}\n`);
    },
  };
}

/** Resolves when all that was written has been taken, or never will be: a pipe takes 64 kB at once. */
export const flushed = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve());
  });
