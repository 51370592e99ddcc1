/**
 * Pictures drawn by the test and the frames that refer to them: a frame reader over a function of
 * time, and a detector that reports what the script says is there.
 */
import type { FrameReader } from '../../ingest/contract.ts';
import type { FrameRef, Picture } from '../../ingest/domain/frame.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Box } from '../../kernel/geometry.ts';
import type { Detection } from '../../processors/domain/detection.ts';
import type { ObjectDetector } from '../../processors/ports.ts';

export type Colour = readonly [number, number, number];

export interface PaintedThing {
  readonly box: Box;
  readonly colour: Colour;
}

export interface PaintedScene {
  /** Default: a floor with planks and a wall, so that there is texture. */
  readonly background?: (x: number, y: number) => Colour;
  readonly things: readonly PaintedThing[];
  /** Multiplies all pixels: the exposure. */
  readonly exposure?: number;
}

const width = 192;
const height = 108;
/** When each painted picture is from, so that the scripted detector knows what it looks at. */
const instants = new WeakMap<Picture, number>();

/** Frames from `start` to before `end`, both in milliseconds, `interval` apart. */
export function frameRefs(start: number, end: number, interval = 250): FrameRef[] {
  const count = Math.ceil((end - start) / interval);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * interval;
    return { index, at, width, height, key: `painted/${at}` };
  });
}

/** Reads what `sceneAt` paints for the frame's instant; `undefined` is a damaged frame. */
export const paintedReader = (
  sceneAt: (at: number) => PaintedScene | undefined,
): Pick<FrameReader, 'read'> => ({
  read: async (frame) => {
    const scene = sceneAt(frame.at);
    if (!scene) throw new AppError('MEDIA_CORRUPT', `frame '${frame.key}' is damaged`);
    const picture = paint(scene);
    instants.set(picture, frame.at);
    return picture;
  },
});

/** A detector that reports what the script says is there when the painted picture was taken. */
export const scriptedDetector = (
  detectionsAt: (at: number) => readonly Detection[],
): ObjectDetector => ({
  model: 'ssdlite-mobilenet-v2',
  engine: 'onnxruntime',
  detect: async (picture, minimumScore) =>
    detectionsAt(instants.get(picture)!).filter((detection) => detection.score >= minimumScore),
  close: async () => {},
});

export function paint({ background = room, things, exposure = 1 }: PaintedScene): Picture {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const colour = colourAt(things, x / width, y / height) ?? background(x / width, y / height);
      for (let channel = 0; channel < 3; channel++) {
        data[i + channel] = Math.min(255, Math.round(colour[channel]! * exposure));
      }
    }
  }
  return { width, height, data };
}

function colourAt(things: readonly PaintedThing[], x: number, y: number): Colour | undefined {
  const over = things.findLast(
    ({ box }) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height,
  );
  return over?.colour;
}

/** A light wall above a floor of planks. */
export function room(x: number, y: number): Colour {
  if (y < 0.6) return [190, 190, 185];
  return Math.floor(x * 24) % 2 === 0 ? [150, 110, 70] : [130, 95, 60];
}
