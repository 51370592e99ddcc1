/** A process for tests: closes the detector again and again while it computes, and says when it is done. */
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '../../kernel/logger.ts';
import { openObjectDetector } from '../../processors/adapters/open-object-detector.ts';

const [modelsDir] = process.argv.slice(2) as [string];
const picture = { width: 768, height: 576, data: new Uint8Array(3 * 768 * 576) };
const options = { model: 'ssdlite-mobilenet-v2', engine: 'onnxruntime' } as const;

for (let round = 0; round < 12; round += 1) {
  const detector = await openObjectDetector({ ...options, modelsDir, logger: silentLogger });
  const detected = Array.from({ length: 4 }, () => detector.detect(picture, 0.5).catch(() => {}));
  // The first is being computed.
  await sleep(2 * round + 1);
  await detector.close();
  await Promise.all(detected);
}
console.log('closed');
