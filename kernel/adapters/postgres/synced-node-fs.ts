/**
 * The file system of the embedded Postgres: a folder, with a real fsync. PGlite's own leaves fsync
 * out, so that a commit would survive the death of the process but not the loss of power.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite, postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface FileStream {
  readonly nfd?: number;
  readonly node: unknown;
}

interface NodeFileSystem {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (stream: FileStream) => number };
}

export class SyncedNodeFs extends NodeFS {
  override async init(pg: PGlite, options: Partial<postgresMod.PostgresMod>) {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function addFsync(module: postgresMod.PostgresMod): void {
  const { NODEFS } = module.FS.filesystems as unknown as { NODEFS: NodeFileSystem };
  NODEFS.stream_ops.fsync = (stream) => {
    if (stream.nfd === undefined) syncFolder(NODEFS.realPath(stream.node));
    else fsyncSync(stream.nfd);
    return 0;
  };
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
