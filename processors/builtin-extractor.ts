/**
 * The built-in extractor: pictures in, observations out, without a GPU or a network. A background
 * model says that something came, moved, stayed and left; the object detector says what it is.
 * This is the page that reads frames and asks the detector; everything it calls is pure.
 */
import type { FrameReader } from '../ingest/contract.ts';
import type { Picture } from '../ingest/domain/frame.ts';
import type { Instant } from '../kernel/time.ts';
import type { Detection } from './domain/detection.ts';
import { closeChunk, openScene } from './extraction/chunk-scene.ts';
import { gatherLooks } from './extraction/gather-looks.ts';
import { whiteOf } from './extraction/name-colours.ts';
import { observationsOf } from './extraction/observations-of.ts';
import { readAhead } from './extraction/read-ahead.ts';
import type { Scene } from './extraction/scene.ts';
import { decodeScene, encodeScene } from './extraction/scene-codec.ts';
import { needsDetection } from './extraction/select-frames.ts';
import { shrinkPicture } from './extraction/shrink-picture.ts';
import type { Sight } from './extraction/sight.ts';
import { voteKind } from './extraction/vote-kind.ts';
import { lookAt, takeIn } from './extraction/watch-picture.ts';
import type { Extraction, ExtractionInput, Extractor, ObjectDetector } from './ports.ts';

export interface BuiltinExtractorOptions {
  readonly detector: ObjectDetector;
  readonly frames: Pick<FrameReader, 'read'>;
}

/**
 * Longer side of the pictures that are looked at: half of the usual frame, which a JPEG decoder gives
 * at a quarter of the cost, and more than the detector takes in.
 */
const analysisSide = 480;
/** The weakest true boxes score 0.19 to 0.33; what they are worth is decided with the foreground. */
const lowestScore = 0.15;
const looksInterval = 500;

export function createBuiltinExtractor(options: BuiltinExtractorOptions): Extractor {
  const { detector } = options;
  const procedure = `builtin-1/${detector.model}`;
  return { procedure, extract: (input, signal) => extract(options, procedure, input, signal) };
}

async function extract(
  { detector, frames }: BuiltinExtractorOptions,
  procedure: string,
  input: ExtractionInput,
  signal: AbortSignal,
): Promise<Extraction> {
  const { profile } = input;
  let scene = input.scene && decodeScene(input.scene);
  let framesExamined = 0;
  let framesSkipped = 0;
  let lastDetectionAt: Instant | undefined;
  for await (const { frame, picture } of readAhead(input.frames, frames, analysisSide)) {
    signal.throwIfAborted();
    const raster = shrinkPicture(picture);
    scene = openScene(scene, raster, frame.at);
    const sight = lookAt(scene, raster, frame.at, profile);
    let detections: readonly Detection[] | undefined;
    if (needsDetection(scene, sight, lastDetectionAt)) {
      detections = await detector.detect(picture, lowestScore);
      lastDetectionAt = frame.at;
      framesExamined += 1;
    } else framesSkipped += 1;
    takeIn(scene, sight, detections);
    gatherAllLooks(scene, sight, picture);
  }
  if (!scene) return { observations: [], scene: new Uint8Array(), framesExamined, framesSkipped };
  const reported = closeChunk(scene, (closed) =>
    observationsOf(closed, input.chunk, profile, procedure),
  );
  const observations = reported.map(({ observation }) => observation);
  return { observations, scene: encodeScene(scene), framesExamined, framesSkipped };
}

function gatherAllLooks(scene: Scene, sight: Sight, picture: Picture): void {
  const due = scene.tracks.filter(
    (track) => track.lastAt === sight.at && sight.at - track.looks.at >= looksInterval,
  );
  if (due.length === 0 || !sight.foreground.reliable) return;
  const white = whiteOf(picture);
  for (const track of due) {
    const { kind } = voteKind(track, sight.profile);
    track.looks.at = sight.at;
    gatherLooks(track.looks, picture, sight.foreground, track.samples.at(-1)!.box, kind, white);
  }
}
