/**
 * A camera on this machine, as a URL: `v4l2:/dev/video0`, or with wishes about its picture
 * `v4l2:/dev/video0?size=1280x720&fps=30&format=mjpeg`. Linux only (Video4Linux2).
 */
import { AppError } from '../../kernel/errors.ts';

export interface CaptureDevice {
  /** Of the device file. */
  readonly path: string;
  /** `<width>x<height>`. */
  readonly size?: string;
  readonly framesPerSecond?: string;
  /** FFmpeg's name of the pixel format or codec, such as `mjpeg`, `yuyv422`, `h264`. */
  readonly pixelFormat?: string;
}

const devicePath = /^\/dev\/(video\d{1,3}|v4l\/by-(id|path)\/[\w.:+-]+)$/;
const wishes = {
  size: /^[1-9]\d{1,4}x[1-9]\d{1,4}$/,
  fps: /^\d{1,3}(\.\d{1,3})?$/,
  format: /^[a-z0-9_]{2,20}$/,
} as const;

/** Throws INPUT_INVALID naming the rule. */
export function parseDevice(url: string): CaptureDevice {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'v4l2:' || parsed.host !== '' || !devicePath.test(parsed.pathname)) {
    throw invalid("must be written as 'v4l2:/dev/video0'");
  }
  for (const [name, value] of parsed.searchParams) checkWish(name, value);
  return {
    path: parsed.pathname,
    size: parsed.searchParams.get('size') ?? undefined,
    framesPerSecond: parsed.searchParams.get('fps') ?? undefined,
    pixelFormat: parsed.searchParams.get('format') ?? undefined,
  };
}

function checkWish(name: string, value: string): void {
  if (!(name in wishes)) throw invalid(`has no option '${name}': size, fps, format`);
  if (!wishes[name as keyof typeof wishes].test(value)) {
    throw invalid(`cannot have '${name}=${value}': size=1280x720, fps=30, format=mjpeg`);
  }
}

const invalid = (rule: string) => new AppError('INPUT_INVALID', `a capture device ${rule}`);
