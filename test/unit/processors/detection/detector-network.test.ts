import { describe, expect, it } from 'vitest';
import {
  createObjectDetector,
  type DetectorNetwork,
} from '../../../../processors/detection/detector-network.ts';

const cocoIds = 91;

/** An SSD of one anchor that sees a person in the middle of the input, whatever is in the picture. */
function scriptedNetwork(): DetectorNetwork & { readonly inputs: Float32Array[] } {
  const logits = new Float32Array(cocoIds).fill(-20);
  logits[1] = 2;
  const inputs: Float32Array[] = [];
  return {
    inputs,
    run: async (input) => {
      inputs.push(input);
      return [new Float32Array(4), logits];
    },
    close: async () => {},
  };
}

const constants = new Map([['anchors', Float32Array.of(0.4, 0.4, 0.6, 0.6)]]);
const picture = { width: 200, height: 100, data: new Uint8Array(60_000).fill(255) };

describe('createObjectDetector()', () => {
  it('keeps the shape of the picture, and gives boxes normalised to the picture', async () => {
    const network = scriptedNetwork();
    const model = 'ssdlite-mobilenet-v2';
    const detector = createObjectDetector({ model, engine: 'onnxruntime', network, constants });
    const [person] = await detector.detect(picture, 0.5);
    expect(person).toMatchObject({ kind: 'person' });
    expect(person?.box.y).toBeCloseTo(0.3);
    expect(person?.box.height).toBeCloseTo(0.4);
    expect(person?.box.width).toBeCloseTo(0.2);
    // White in the middle, mid-grey at the top.
    expect(network.inputs[0]?.length).toBe(300 * 300 * 3);
    expect(network.inputs[0]?.[150 * 300 * 3]).toBeCloseTo(1);
    expect(network.inputs[0]?.[0]).toBeCloseTo(0);
  });

  it('distorts the picture only when told to', async () => {
    const network = scriptedNetwork();
    const detector = createObjectDetector({
      model: 'ssdlite-mobilenet-v2',
      engine: 'onnxruntime',
      network,
      constants,
      fit: 'stretch',
    });
    const [person] = await detector.detect(picture, 0.5);
    expect(person?.box.height).toBeCloseTo(0.2);
    expect(network.inputs[0]?.[0]).toBeCloseTo(1);
  });
});
