/**
 * The sample of first choice: 79 seconds of people crossing a square, from Debian's opencv-doc. It is
 * encoded anew, because browsers do not play what it comes in.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extractDebianFile } from '../../kernel/adapters/debian-package.ts';
import type { SampleSource } from '../sample/obtain-sample.ts';

export const pedestrianSample: SampleSource = {
  fileName: 'pedestrians.mp4',
  description: 'people crossing a square with parked cars (79 s, 768x576)',
  licence: 'vtest.avi of the OpenCV project, from the Debian package opencv-doc: Apache-2.0',
  async make(file, scratch, signal) {
    const video = {
      package: 'opencv-doc',
      file: 'usr/share/doc/opencv-doc/examples/data/vtest.avi',
    };
    const found = await extractDebianFile(video, { into: scratch, signal });
    const avi = join(scratch, 'vtest.avi');
    if (found.endsWith('.gz')) {
      await pipeline(createReadStream(found), createGunzip(), createWriteStream(avi));
    } else {
      await rename(found, avi);
    }
    const { transcodeVideo } = await import('./transcode-video.ts');
    await transcodeVideo(avi, file, signal);
  },
};
