/**
 * Notes of segments: beside a file that is being written, or that has its name and no row yet, lies
 * what its row will say, so that it outlives its writer.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Segment } from '../domain/segment.ts';

export type SegmentNote = Omit<Segment, 'bytes'>;

const noteEnding = '.note.json';

export const noteOf = (path: string): string => path + noteEnding;

export const isNote = (path: string): boolean => path.endsWith(noteEnding);

/** Path of the file that the note speaks of. */
export const notedBy = (note: string): string => note.slice(0, -noteEnding.length);

export async function writeNote(path: string, segment: SegmentNote): Promise<void> {
  const note = noteOf(path);
  await writeFile(`${note}.new`, JSON.stringify(segment));
  await rename(`${note}.new`, note);
}

/** Rejects when it cannot be read, or does not say what it should. */
export async function readNote(path: string): Promise<SegmentNote> {
  return segmentNoteSchema.parse(JSON.parse(await readFile(noteOf(path), 'utf8')));
}

export async function removeNote(path: string): Promise<void> {
  await rm(noteOf(path), { force: true });
}

const segmentNoteSchema: z.ZodType<SegmentNote> = z.object({
  id: z.string(),
  streamId: z.string(),
  epoch: z.int(),
  key: z.string(),
  start: z.int(),
  end: z.int(),
  codec: z.string(),
  width: z.int(),
  height: z.int(),
});
