/** The exposure of a picture against that of the background. */
import type { Picture } from '../../ingest/domain/frame.ts';
import { type Background, backgroundPixelAt, type Gain, type Shift } from './background-model.ts';

/**
 * The change of exposure and white balance, per channel: the median ratio of picture to
 * background, which no object that covers less than half of the picture can move.
 */
export function estimateGain(background: Background, picture: Picture, shift: Shift): Gain {
  const { width, height, mean } = background;
  const channels = [0, 1, 2].map((channel) => {
    const ratios: number[] = [];
    for (let y = 2; y < height; y += 4) {
      for (let x = 2; x < width; x += 4) {
        const there = backgroundPixelAt(background, shift, x, y);
        if (there < 0) continue;
        const before = mean[there * 3 + channel]!;
        const now = picture.data[(y * width + x) * 3 + channel]!;
        if (before > 16 && before < 250 && now < 250) ratios.push(now / before);
      }
    }
    return medianGain(Float32Array.from(ratios));
  });
  return [channels[0]!, channels[1]!, channels[2]!];
}

function medianGain(ratios: Float32Array): number {
  if (ratios.length < 20) return 1;
  ratios.sort();
  return Math.min(3, Math.max(0.33, ratios[ratios.length >> 1]!));
}
