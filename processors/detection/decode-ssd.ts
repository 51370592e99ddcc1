/**
 * Raw output of an SSD network (Liu et al. 2016, TensorFlow's box coder) -> candidate detections.
 * Suppression of overlaps comes after; boxes are normalised to the model's input.
 */
import type { Box } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import { cocoKinds, type Kind } from '../domain/kind.ts';

/** One grid of the network; both arrays hold its anchors one after the other. */
export interface SsdLevel {
  /** Per anchor: y, x, height and width, relative to the anchor and scaled by the box coder. */
  readonly boxes: Float32Array;
  /** Per anchor: 91 logits, one per COCO id; 0 is the background. */
  readonly logits: Float32Array;
}

/** `anchors` holds y1, x1, y2, x2 in 0..1 for the anchors of all levels in order. */
export function decodeSsd(
  levels: readonly SsdLevel[],
  anchors: Float32Array,
  minimumScore: number,
): Detection[] {
  const detections: Detection[] = [];
  const minimumLogit = logit(minimumScore);
  let firstAnchor = 0;
  for (const { boxes, logits } of levels) {
    for (let i = 0; i < logits.length; i++) {
      if (logits[i]! < minimumLogit) continue;
      const kind = kindOfCocoId[i % cocoIds];
      if (!kind) continue;
      const anchor = Math.floor(i / cocoIds);
      const box = decodeBox(boxes, anchor, anchors, firstAnchor + anchor);
      detections.push({ kind, score: sigmoid(logits[i]!), box });
    }
    firstAnchor += logits.length / cocoIds;
  }
  return detections;
}

/** The ids COCO numbered its classes by; eleven of them were never used. */
const cocoIds = 91;
const unusedIds = new Set([0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83]);

const kindOfCocoId: readonly (Kind | undefined)[] = numberKinds();

function numberKinds(): (Kind | undefined)[] {
  const kinds = cocoKinds.values();
  return Array.from({ length: cocoIds }, (_, id) =>
    unusedIds.has(id) ? undefined : kinds.next().value,
  );
}

function decodeBox(
  boxes: Float32Array,
  anchor: number,
  anchors: Float32Array,
  anchorInAll: number,
): Box {
  const [y, x, h, w] = fourAt(boxes, anchor);
  const [top, left, bottom, right] = fourAt(anchors, anchorInAll);
  const height = Math.exp(h / 5) * (bottom - top);
  const width = Math.exp(w / 5) * (right - left);
  const centreY = (y / 10) * (bottom - top) + (top + bottom) / 2;
  const centreX = (x / 10) * (right - left) + (left + right) / 2;
  return { x: centreX - width / 2, y: centreY - height / 2, width, height };
}

const fourAt = (values: Float32Array, row: number): [number, number, number, number] => [
  values[row * 4]!,
  values[row * 4 + 1]!,
  values[row * 4 + 2]!,
  values[row * 4 + 3]!,
];

/** Infinite at 0 and 1, as it should be. */
const logit = (score: number): number => Math.log(score / (1 - score));

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
