/**
 * Fits a picture into a model's input: resized (bilinear), normalised, and laid out as the model
 * wants it; and takes boxes found there back to the picture. Pure; knows no model.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Box } from '../../kernel/geometry.ts';

/** `stretch` fills the input and distorts; `letterbox` keeps the shape and leaves a border. */
export type Fit = 'stretch' | 'letterbox';

export interface InputFormat {
  readonly width: number;
  readonly height: number;
  /** Pixel by pixel (NHWC) or plane by plane (NCHW). */
  readonly layout: 'interleaved' | 'planar';
  /** In the model's order: which channel of RGB, and value = pixel (0..255) * factor + summand. */
  readonly channels: readonly [InputChannel, InputChannel, InputChannel];
}

export interface InputChannel {
  readonly from: 0 | 1 | 2;
  readonly factor: number;
  readonly summand: number;
}

export interface FittedPicture {
  readonly tensor: Float32Array;
  /** A box normalised to the input -> normalised to the picture and clipped to 0..1. */
  toPicture(box: Box): Box;
}

export function fitPicture(picture: Picture, format: InputFormat, fit: Fit): FittedPicture {
  const target = fit === 'stretch' ? whole(format) : inside(picture, format);
  const tensor = blank(format);
  const columns = samplesAlong(picture.width, target.width);
  const rows = samplesAlong(picture.height, target.height);
  for (let channel = 0; channel < 3; channel++)
    resizeChannel(picture, columns, rows, placeChannel(tensor, format, target, channel));
  return { tensor, toPicture: (box) => clip(fromTarget(box, format, target)) };
}

/** In pixels of the input. */
interface Target {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const whole = ({ width, height }: InputFormat): Target => ({ left: 0, top: 0, width, height });

/** As large as fits, in the middle. */
function inside(picture: Picture, format: InputFormat): Target {
  const scale = Math.min(format.width / picture.width, format.height / picture.height);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const left = Math.floor((format.width - width) / 2);
  const top = Math.floor((format.height - height) / 2);
  return { left, top, width, height };
}

/** A tensor of mid-grey, which is what a border should look like. */
function blank(format: InputFormat): Float32Array {
  const area = format.width * format.height;
  const tensor = new Float32Array(area * 3);
  const grey = format.channels.map(({ factor, summand }) => 127.5 * factor + summand);
  if (format.layout === 'planar') {
    for (let c = 0; c < 3; c++) tensor.fill(grey[c]!, c * area, (c + 1) * area);
  } else {
    for (let i = 0; i < tensor.length; i++) tensor[i] = grey[i % 3]!;
  }
  return tensor;
}

/** For each output pixel the two source pixels it lies between, and the share of the second. */
interface Samples {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly share: Float32Array;
}

/** Pixel centres are at half coordinates, so that both ends of the picture are treated alike. */
function samplesAlong(from: number, to: number): Samples {
  const first = new Int32Array(to);
  const second = new Int32Array(to);
  const share = new Float32Array(to);
  for (let i = 0; i < to; i++) {
    const at = Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1);
    first[i] = Math.floor(at);
    second[i] = Math.min(first[i]! + 1, from - 1);
    share[i] = at - first[i]!;
  }
  return { first, second, share };
}

/** Where a channel of the picture goes in the tensor. */
interface ChannelPlace {
  readonly tensor: Float32Array;
  readonly start: number;
  readonly pixelStride: number;
  readonly rowStride: number;
  readonly channel: InputChannel;
}

function placeChannel(
  tensor: Float32Array,
  format: InputFormat,
  target: Target,
  index: number,
): ChannelPlace {
  const planar = format.layout === 'planar';
  const pixelStride = planar ? 1 : 3;
  const origin = planar ? index * format.width * format.height : index;
  return {
    tensor,
    start: origin + (target.top * format.width + target.left) * pixelStride,
    pixelStride,
    rowStride: format.width * pixelStride,
    channel: format.channels[index]!,
  };
}

function resizeChannel(picture: Picture, columns: Samples, rows: Samples, to: ChannelPlace): void {
  const { data, width } = picture;
  const { tensor, pixelStride } = to;
  const { from, factor, summand } = to.channel;
  const count = columns.first.length;
  for (let y = 0; y < rows.first.length; y++) {
    const upper = rows.first[y]! * width;
    const lower = rows.second[y]! * width;
    const down = rows.share[y]!;
    let out = to.start + y * to.rowStride;
    for (let x = 0; x < count; x++, out += pixelStride) {
      const left = columns.first[x]!;
      const right = columns.second[x]!;
      const across = columns.share[x]!;
      const a = data[(upper + left) * 3 + from]!;
      const b = data[(upper + right) * 3 + from]!;
      const c = data[(lower + left) * 3 + from]!;
      const d = data[(lower + right) * 3 + from]!;
      const top = a + (b - a) * across;
      const bottom = c + (d - c) * across;
      tensor[out] = (top + (bottom - top) * down) * factor + summand;
    }
  }
}

const fromTarget = (box: Box, format: InputFormat, target: Target): Box => ({
  x: (box.x * format.width - target.left) / target.width,
  y: (box.y * format.height - target.top) / target.height,
  width: (box.width * format.width) / target.width,
  height: (box.height * format.height) / target.height,
});

function clip(box: Box): Box {
  const left = Math.min(Math.max(box.x, 0), 1);
  const top = Math.min(Math.max(box.y, 0), 1);
  const right = Math.min(Math.max(box.x + box.width, left), 1);
  const bottom = Math.min(Math.max(box.y + box.height, top), 1);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
