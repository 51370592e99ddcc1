/** What may be in the pictures: one preset for all videos, or a file that names one per video. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { presets } from '../../processors/domain/kind.ts';

/** The preset of a video, by the name that questions use or by the end of its path. */
export type PresetOf = (video: string, path: string) => string | undefined;

const presetNames = Object.keys(presets) as [string, ...string[]];
const presetsSchema = z.record(z.string(), z.enum(presetNames));

/** Throws INPUT_INVALID for what is neither a preset nor a file of presets. */
export async function readPresets(preset: string | undefined): Promise<PresetOf> {
  if (preset === undefined || presetNames.includes(preset)) return () => preset;
  const text = await readFile(preset, 'utf8').catch(() => {
    const known = presetNames.join(', ');
    throw new AppError('INPUT_INVALID', `--preset: must be one of ${known}, or a JSON file`);
  });
  const parsed = presetsSchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const rules = z.prettifyError(parsed.error);
    throw new AppError(
      'INPUT_INVALID',
      `--preset: ${preset} must name a preset per video: ${rules}`,
    );
  }
  const named = Object.entries(parsed.data);
  const isEndOf = (name: string, path: string) => path === name || path.endsWith(`/${name}`);
  return (video, path) =>
    parsed.data[video] ?? named.find(([name]) => isEndOf(name, path.replaceAll('\\', '/')))?.[1];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
