/** The sample of first choice: 79 seconds of people crossing a square, from Debian's opencv-doc. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extractDebianFile } from '../../kernel/adapters/debian-package.ts';
import type { SampleSource } from '../sample/obtain-sample.ts';

export const pedestrianSample: SampleSource = {
  fileName: 'pedestrians.avi',
  description: 'people crossing a square with parked cars (79 s, 768x576)',
  licence: 'vtest.avi of the OpenCV project, from the Debian package opencv-doc: Apache-2.0',
  async make(file, scratch, signal) {
    const video = {
      package: 'opencv-doc',
      file: 'usr/share/doc/opencv-doc/examples/data/vtest.avi',
    };
    const found = await extractDebianFile(video, { into: scratch, signal });
    if (!found.endsWith('.gz')) return rename(found, file);
    await pipeline(createReadStream(found), createGunzip(), createWriteStream(file));
  },
};
