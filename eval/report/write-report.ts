/** Writes the report as one file that can be mailed: clips are inside it, as far as they fit. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvaluationResult, Outcome } from '../domain/result.ts';
import { reportHtml } from './report-html.ts';

const megabyte = 1024 * 1024;
/** Browsers open a page of this size without trouble. */
const mostBytes = 48 * megabyte;

export interface ReportPlace {
  readonly path: string;
  /** Where the clips that outcomes name lie. */
  readonly clipsDir: string;
  readonly now: number;
}

export async function writeReport(
  results: readonly EvaluationResult[],
  { path, clipsDir, now }: ReportPlace,
): Promise<void> {
  const clips = await readClips(results, clipsDir);
  const clipHref = ({ clipId }: Outcome) => (clipId === null ? null : (clips.get(clipId) ?? null));
  await writeFile(path, reportHtml(results, { clipHref, title: 'Strandline, measured', now }));
}

/** Clips as data URLs by name, the small ones first, so that most of them fit. */
async function readClips(
  results: readonly EvaluationResult[],
  clipsDir: string,
): Promise<Map<string, string>> {
  const uses = results.flatMap(({ outcomes }) => outcomes.flatMap(({ clipId }) => clipId ?? []));
  const counts = Map.groupBy(uses, (name) => name);
  const sizes = await Promise.all(
    [...counts].map(async ([name, used]) => {
      const bytes = await stat(join(clipsDir, name))
        .then(({ size }) => size)
        .catch(() => Infinity);
      return { name, bytes: bytes * used.length };
    }),
  );
  const clips = new Map<string, string>();
  let left = mostBytes;
  for (const { name, bytes } of sizes.sort((a, b) => a.bytes - b.bytes)) {
    left -= bytes;
    if (left < 0) break;
    const data = await readFile(join(clipsDir, name), 'base64');
    clips.set(name, `data:video/mp4;base64,${data}`);
  }
  return clips;
}
