/**
 * Renders the drive past two photographs of cars: a virtual camera that pans slowly along a strip of
 * scenery, car, scenery, car, scenery. Loaded on demand, since it brings FFmpeg into the process.
 */
import { Encoder, Muxer, Scaler } from 'node-av/api';
import {
  AV_LOG_FATAL,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Frame, Log } from 'node-av/lib';
import sharp from 'sharp';
import type { Picture } from '../domain/frame.ts';

const view = { width: 640, height: 360 };
const framesPerSecond = 15;
const timeBase = { num: 1, den: framesPerSecond };
/** Even, because colours are kept for pairs of pixels. */
const pixelsPerFrame = 2;

/** `black` and `grey` are the paths of the photographs; the first is at least 1024x180. */
export async function renderPan(
  black: string,
  grey: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await encode(await panorama(black, grey), file, signal);
}

/** Scenery, black car, scenery, grey car, scenery: as high as the view. */
async function panorama(black: string, grey: string): Promise<Picture> {
  const scenery = await sharp(black)
    .extract({ left: 0, top: 0, width: 1024, height: 180 })
    .resize({ height: view.height })
    .extract({ left: 0, top: 0, width: view.width, height: view.height })
    .toBuffer();
  const cars = await Promise.all(
    [black, grey].map((photograph) => sharp(photograph).resize({ height: view.height }).toBuffer()),
  );
  return joinRow([scenery, cars[0]!, scenery, cars[1]!, scenery]);
}

/** Pictures of one height side by side. */
async function joinRow(pictures: readonly Buffer[]): Promise<Picture> {
  const layers: { input: Buffer; left: number; top: number }[] = [];
  let width = 0;
  for (const input of pictures) {
    layers.push({ input, left: width, top: 0 });
    width += (await sharp(input).metadata()).width;
  }
  width -= width % 2;
  const row = sharp({ create: { width, height: view.height, channels: 3, background: 'black' } });
  return {
    width,
    height: view.height,
    data: await row.composite(layers).removeAlpha().raw().toBuffer(),
  };
}

async function encode(
  strip: Picture,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  Log.setLevel(AV_LOG_FATAL);
  await using muxer = await Muxer.open(file, { format: 'mp4' });
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { gopSize: framesPerSecond * 2, threadCount: 1 },
    options: { preset: 'veryfast', crf: 23 },
  });
  const track = muxer.addStream(encoder);
  for await (const packet of encoder.packets(views(strip, signal))) {
    if (packet) await muxer.writePacket(packet, track);
    packet?.free();
  }
}

/** What the camera sees, frame by frame. */
async function* views(strip: Picture, signal: AbortSignal | undefined): AsyncGenerator<Frame> {
  const planes = await toPlanes(strip);
  const format = AV_PIX_FMT_YUV420P;
  for (let x = 0, index = 0; x + view.width <= strip.width; x += pixelsPerFrame, index++) {
    signal?.throwIfAborted();
    const pixels = Buffer.concat(planes.map((plane) => cropColumns(plane, x)));
    using frame = Frame.fromVideoBuffer(pixels, { ...view, format, timeBase, pts: BigInt(index) });
    yield frame;
  }
}

/** One channel of the strip; brightness in full, both colours at half the size (YUV 4:2:0). */
interface Plane {
  readonly width: number;
  readonly height: number;
  /** How many columns of the strip one column stands for. */
  readonly step: 1 | 2;
  readonly data: Buffer;
}

async function toPlanes({ width, height, data }: Picture): Promise<Plane[]> {
  using scaler = new Scaler();
  const format = AV_PIX_FMT_RGB24;
  using frame = Frame.fromVideoBuffer(Buffer.from(data), { width, height, format, timeBase });
  const yuv = await scaler.toBuffer(frame, { format: 'yuv420p' });
  const [area, half] = [width * height, { width: width / 2, height: height / 2, step: 2 } as const];
  return [
    { width, height, step: 1, data: yuv.subarray(0, area) },
    { ...half, data: yuv.subarray(area, area * 1.25) },
    { ...half, data: yuv.subarray(area * 1.25) },
  ];
}

/** The columns of a plane that show the view from column `x` of the strip on. */
function cropColumns({ width, height, step, data }: Plane, x: number): Buffer {
  const cropped = Buffer.alloc((view.width / step) * height);
  for (let row = 0; row < height; row++) {
    const start = row * width + x / step;
    cropped.set(data.subarray(start, start + view.width / step), (row * view.width) / step);
  }
  return cropped;
}
