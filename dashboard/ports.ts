/** What the dashboard needs from outside besides query: the stream set, and facts about the process. */
import { z } from 'zod';
import { type PresetName, presets } from '../processors/domain/kind.ts';

const networkUrl = /^(rtsps?|rtmps?|srt|udp|https?):\/\/\S+$/i;

/**
 * A stream as it is added over the network. Files are added on the command line only: whoever can
 * reach the page must not be able to read the disk of the machine.
 */
export const newStreamSchema = z
  .object({
    url: z
      .string()
      .trim()
      .max(2048)
      .regex(
        networkUrl,
        'must start with rtsp(s)://, rtmp(s)://, srt://, udp:// or http(s)://; files and devices are added on the command line',
      )
      .describe('Where the video comes from; may hold credentials, which are never shown again'),
    name: z.string().trim().min(1).max(80).optional().describe('For people; default: from the URL'),
    preset: z
      .enum(Object.keys(presets) as [PresetName, ...PresetName[]])
      .optional()
      .describe('What may be in the picture; default: any'),
    pace: z
      .enum(['live', 'paced', 'fast'])
      .optional()
      .describe('Default: paced for a video file, else live'),
    startAt: z.int().optional().describe('Instant of the first frame of a paced or fast source'),
  })
  .describe('A stream to add');

export type NewStream = z.infer<typeof newStreamSchema>;

export interface StreamControl {
  /** Throws SOURCE_REFUSED or INPUT_INVALID, naming the rule; never echoes credentials. */
  add(stream: NewStream): Promise<{ id: string }>;
  /** Stops the stream and forgets it. Throws NOT_FOUND. */
  remove(id: string): Promise<void>;
}

export interface SystemFacts {
  readonly version: string;
  readonly detector: { readonly engine: string; readonly model: string };
  /** Of the disk that is recorded to; undefined where it is not watched. */
  readonly disk?: DiskFacts | undefined;
}

export interface DiskFacts {
  readonly state: 'ample' | 'low' | 'full';
  readonly freeBytes: number;
  /** For people; undefined while all is well. */
  readonly text: string | undefined;
}

/** Shown at the top of the page; `isSample`: the streams are the sample, not the user's. */
export interface Notice {
  readonly isSample: boolean;
  readonly text: string;
}
