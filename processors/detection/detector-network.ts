/**
 * What the engines have in common: a picture becomes a tensor, an engine runs the network on it, and
 * raw output becomes detections. An engine supplies `run` and nothing else.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Detection } from '../domain/detection.ts';
import type { DetectorEngine, DetectorModel, ObjectDetector } from '../ports.ts';
import { decodeNanodet } from './decode-nanodet.ts';
import { decodeSsd } from './decode-ssd.ts';
import { type Fit, fitPicture, type InputFormat } from './fit-picture.ts';
import { suppressOverlaps } from './suppress-overlaps.ts';

/** A loaded model: the input tensor in, the outputs of the catalogue's cut out, in that order. */
export interface DetectorNetwork {
  run(input: Float32Array): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface DetectorParts {
  readonly model: DetectorModel;
  readonly engine: DetectorEngine;
  readonly network: DetectorNetwork;
  readonly constants: ReadonlyMap<string, Float32Array>;
  /** Default `letterbox`: models know the shapes of things, and stretching loses many of them. */
  readonly fit?: Fit;
}

export function createObjectDetector(parts: DetectorParts): ObjectDetector {
  const { model, engine, network, constants } = parts;
  const { format, decode } = recipes[model];
  const fit = parts.fit ?? 'letterbox';
  return {
    model,
    engine,
    async detect(picture: Picture, minimumScore: number): Promise<Detection[]> {
      const { tensor, toPicture } = fitPicture(picture, format, fit);
      const candidates = decode(await network.run(tensor), constants, minimumScore);
      const kept = suppressOverlaps(candidates, { maximumOverlap: 0.5 });
      return kept.map((detection) => ({ ...detection, box: toPicture(detection.box) }));
    },
    close: () => network.close(),
  };
}

interface Recipe {
  readonly format: InputFormat;
  decode(
    outputs: readonly Float32Array[],
    constants: ReadonlyMap<string, Float32Array>,
    minimumScore: number,
  ): Detection[];
}

/** Pixels from -1 to 1. */
const symmetric = (from: 0 | 1 | 2) => ({ from, factor: 2 / 255, summand: -1 });

/** Pixels by mean and standard deviation of the training set. */
const standardised = (from: 0 | 1 | 2, mean: number, deviation: number) => ({
  from,
  factor: 1 / deviation,
  summand: -mean / deviation,
});

const recipes: Readonly<Record<DetectorModel, Recipe>> = {
  'ssdlite-mobilenet-v2': {
    format: {
      width: 300,
      height: 300,
      layout: 'interleaved',
      channels: [symmetric(0), symmetric(1), symmetric(2)],
    },
    decode: (outputs, constants, minimumScore) =>
      decodeSsd(pairUp(outputs), constants.get('anchors')!, minimumScore),
  },
  'nanodet-g': {
    format: {
      width: 416,
      height: 416,
      layout: 'planar',
      channels: [
        standardised(2, 103.53, 57.375),
        standardised(1, 116.28, 57.12),
        standardised(0, 123.675, 58.395),
      ],
    },
    decode: (outputs, _constants, minimumScore) => decodeNanodet(outputs, minimumScore),
  },
};

/** Boxes and logits alternate in the cut's outputs. */
const pairUp = (outputs: readonly Float32Array[]) =>
  Array.from({ length: outputs.length / 2 }, (_, level) => ({
    boxes: outputs[level * 2]!,
    logits: outputs[level * 2 + 1]!,
  }));
