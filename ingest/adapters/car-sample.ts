/**
 * The sample where there is no apt: a virtual camera that pans slowly along photographs of two cars
 * with scenery between them, rendered once to an MP4.
 */
import path from 'node:path';
import { extractNpmPackage } from '../../kernel/adapters/npm-package.ts';
import type { SampleSource } from '../sample/obtain-sample.ts';

export const carSample: SampleSource = {
  fileName: 'cars.mp4',
  description: 'a camera pans past a black car and a grey car (79 s, 640x360)',
  licence: 'rendered from photographs of the npm package opencv: MIT',
  async make(file, scratch, signal) {
    const photographs = ['examples/files/car1.jpg', 'examples/files/car2.jpg'];
    await extractNpmPackage(photographPackage, { files: photographs, into: scratch, signal });
    const [black, grey] = photographs.map((name) => path.join(scratch, name));
    const { renderPan } = await import('./render-pan.ts');
    await renderPan(black!, grey!, file, signal);
  },
};

const photographPackage = {
  name: 'opencv',
  version: '7.0.0',
  sha512:
    'JfMKMaYvnDGwah6i3w6FRHjpToRHZrZbcDX9N3CjaxWHPlE0ScNwnCzoJkEQKve34mvd9GCLhs4Hr37UdVVg/A==',
};
