/**
 * Kinds of objects: the 80 classes of COCO as the detectors name them, what is a kind of what, and
 * the presets that say which kinds a stream may contain.
 */

/** A COCO class name, or `object` for what moves and was never named. */
export type Kind = string;

export const unnamedKind: Kind = 'object';

// biome-ignore format: a table.
export const cocoKinds: readonly Kind[] = [
  'person', 'bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat',
  'traffic light', 'fire hydrant', 'stop sign', 'parking meter', 'bench', 'bird', 'cat', 'dog',
  'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe', 'backpack', 'umbrella',
  'handbag', 'tie', 'suitcase', 'frisbee', 'skis', 'snowboard', 'sports ball', 'kite',
  'baseball bat', 'baseball glove', 'skateboard', 'surfboard', 'tennis racket', 'bottle',
  'wine glass', 'cup', 'fork', 'knife', 'spoon', 'bowl', 'banana', 'apple', 'sandwich', 'orange',
  'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake', 'chair', 'couch', 'potted plant',
  'bed', 'dining table', 'toilet', 'tv', 'laptop', 'mouse', 'remote', 'keyboard', 'cell phone',
  'microwave', 'oven', 'toaster', 'sink', 'refrigerator', 'book', 'clock', 'vase', 'scissors',
  'teddy bear', 'hair drier', 'toothbrush',
];

/** Wider words and the kinds they take in. */
export const hypernyms: Readonly<Record<string, readonly Kind[]>> = {
  vehicle: ['car', 'truck', 'bus', 'motorcycle', 'bicycle', 'train'],
  animal: ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'],
  bag: ['backpack', 'handbag', 'suitcase'],
};

export interface Preset {
  /** Kinds the stream may contain; the detector's other labels are not evidence of a kind. */
  readonly kinds: readonly Kind[];
  /** What a thing that moves and is never named is taken for, marked as assumed. */
  readonly moverKind: Kind;
}

export type PresetName = 'any' | 'indoor' | 'road' | 'yard' | 'sports' | 'table';

export const presets: Readonly<Record<PresetName, Preset>> = {
  any: { kinds: cocoKinds, moverKind: unnamedKind },
  indoor: {
    kinds: [
      'person',
      'cat',
      'dog',
      'backpack',
      'handbag',
      'suitcase',
      'umbrella',
      'bottle',
      'cup',
      'laptop',
      'cell phone',
      'book',
      'chair',
    ],
    moverKind: 'person',
  },
  road: {
    kinds: ['car', 'truck', 'bus', 'motorcycle', 'bicycle', 'person', 'train', 'dog'],
    moverKind: 'car',
  },
  yard: {
    kinds: [
      'person',
      'car',
      'truck',
      'bus',
      'motorcycle',
      'bicycle',
      'dog',
      'cat',
      'bird',
      'backpack',
      'handbag',
      'suitcase',
      'umbrella',
    ],
    moverKind: 'person',
  },
  sports: {
    kinds: [
      'person',
      'sports ball',
      'tennis racket',
      'baseball bat',
      'frisbee',
      'skateboard',
      'dog',
    ],
    moverKind: 'person',
  },
  table: {
    kinds: [
      'bottle',
      'cup',
      'wine glass',
      'bowl',
      'fork',
      'knife',
      'spoon',
      'banana',
      'apple',
      'orange',
      'book',
      'cell phone',
      'laptop',
      'scissors',
      'vase',
      'person',
    ],
    moverKind: unnamedKind,
  },
};

/** True when `kind` is `word` or one of the kinds the wider word takes in. */
export const isKindOf = (kind: Kind, word: string): boolean =>
  kind === word || word === unnamedKind || (hypernyms[word]?.includes(kind) ?? false);

/** True when one object may carry both names: equal, unnamed, or under a common wider word. */
export const kindsAgree = (a: Kind, b: Kind): boolean =>
  a === b ||
  a === unnamedKind ||
  b === unnamedKind ||
  Object.values(hypernyms).some((kinds) => kinds.includes(a) && kinds.includes(b));
