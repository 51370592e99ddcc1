/** What the operator says of a stream's picture: what may be in it, and its named places. */
import { z } from 'zod';
import type { Point, Polygon } from '../../kernel/geometry.ts';
import { type Kind, type PresetName, presets } from './kind.ts';

export interface Zone {
  readonly name: string;
  /** Normalised picture coordinates. */
  readonly polygon: Polygon;
}

export interface Line {
  readonly name: string;
  readonly from: Point;
  readonly to: Point;
}

export interface StreamProfile {
  readonly kinds: readonly Kind[];
  readonly moverKind: Kind;
  readonly zones: readonly Zone[];
  readonly lines: readonly Line[];
}

const pointSchema = z.object({ x: z.number(), y: z.number() });

export const streamProfileSchema: z.ZodType<StreamProfile> = z
  .object({
    kinds: z.array(z.string()),
    moverKind: z.string(),
    zones: z.array(z.object({ name: z.string(), polygon: z.array(pointSchema) })),
    lines: z.array(z.object({ name: z.string(), from: pointSchema, to: pointSchema })),
  })
  .describe('What may be in the picture, and its named places in normalised coordinates');

export interface ProfileWords {
  readonly preset?: string;
  /** Instead of the preset's. */
  readonly kinds?: readonly Kind[];
  /** Corners as [x, y]. */
  readonly zones?: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  readonly lines?: Readonly<Record<string, readonly (readonly [number, number])[]>>;
}

/** The profile in an operator's words; an unknown preset is the preset `any`. */
export function profileFrom(words: ProfileWords): StreamProfile {
  const preset = presets[words.preset as PresetName] ?? presets.any;
  return {
    kinds: words.kinds ?? preset.kinds,
    moverKind: preset.moverKind,
    zones: Object.entries(words.zones ?? {}).map(([name, corners]) => ({
      name,
      polygon: corners.map(pointOf),
    })),
    lines: Object.entries(words.lines ?? {}).map(([name, ends]) => ({
      name,
      from: pointOf(ends[0]!),
      to: pointOf(ends[1]!),
    })),
  };
}

const pointOf = ([x, y]: readonly [number, number]): Point => ({ x, y });
