/** The files of a TensorFlow.js graph model, from disk. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { weightFilesOf } from './tfjs-graph.ts';

export interface TfjsFiles {
  readonly modelJson: string;
  /** The bytes of all weight files, joined. */
  readonly weightBytes: Uint8Array;
}

/** `graph` is the path of `model.json`; its weights lie beside it. Throws MODEL_INVALID. */
export async function readTfjsFiles(graph: string): Promise<TfjsFiles> {
  try {
    const modelJson = await readFile(graph, 'utf8');
    const folder = path.dirname(graph);
    const files = weightFilesOf(modelJson).map((name) => readFile(path.join(folder, name)));
    return { modelJson, weightBytes: Buffer.concat(await Promise.all(files)) };
  } catch (cause) {
    throw new AppError('MODEL_INVALID', `model '${graph}' cannot be read`, { cause });
  }
}
