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
const framesPerSecond = 12;
/** Whole, so that the picture does not tremble between pixels. */
const pixelsPerFrame = 3;

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
  const timeBase = { num: 1, den: framesPerSecond };
  using scaler = new Scaler();
  using whole = Frame.fromVideoBuffer(Buffer.from(strip.data), {
    width: strip.width,
    height: strip.height,
    format: AV_PIX_FMT_RGB24,
    timeBase,
  });
  for (let x = 0, index = 0; x + view.width <= strip.width; x += pixelsPerFrame, index++) {
    signal?.throwIfAborted();
    const pixels = await scaler.toBuffer(whole, { crop: { x, y: 0, ...view }, format: 'yuv420p' });
    const format = AV_PIX_FMT_YUV420P;
    using frame = Frame.fromVideoBuffer(pixels, { ...view, format, timeBase, pts: BigInt(index) });
    yield frame;
  }
}
