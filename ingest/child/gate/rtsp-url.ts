/** An RTSP URL taken apart without changing its text: paths and passwords go on as they came. */
import type { Target } from './connect-checked.ts';

export interface RtspUrl {
  readonly target: Target;
  /** Scheme, host and port as they came. */
  readonly origin: string;
  /** With its `@`; empty when there is none. */
  readonly userInfo: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

const form =
  /^(rtsps?):\/\/([^/?#]*@)?(\[[0-9a-f:.]+\]|[^:/?#@%[\]\s]+)(?::(\d{1,5}))?([/?#]\S*)?$/i;

/** Undefined when it is no RTSP URL with a host. */
export function splitRtspUrl(text: string): RtspUrl | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [, scheme, userInfo = '', host, port, rest = ''] = found;
  const isSecure = scheme!.toLowerCase() === 'rtsps';
  const target = { host: host!, port: Number(port ?? (isSecure ? 322 : 554)), isSecure };
  const origin = `${scheme}://${host}${port === undefined ? '' : `:${port}`}`;
  return { target, origin, userInfo, rest };
}
