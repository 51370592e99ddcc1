/** Where a command's result goes: text for people or JSON for machines, on standard output. */

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
