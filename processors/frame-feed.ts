/**
 * The frames of one chunk as they arrive. Hints (`offer`) let extraction run ahead while the chunk
 * is open; `complete` brings the authoritative list when it closes. Hints may be lost, doubled or
 * out of order: frames come out by index, once each, and what was never hinted comes at the end.
 */
import type { FrameRef } from '../ingest/domain/frame.ts';

export class FrameFeed implements AsyncIterable<FrameRef> {
  readonly #waiting = new Map<number, FrameRef>();
  #next = 0;
  #complete = false;
  #wake: () => void = () => {};

  offer(frame: FrameRef): void {
    if (this.#complete || frame.index < this.#next) return;
    this.#waiting.set(frame.index, frame);
    this.#wake();
  }

  /** No frame comes after these. */
  complete(frames: readonly FrameRef[]): void {
    for (const frame of frames) {
      if (frame.index >= this.#next) this.#waiting.set(frame.index, frame);
    }
    this.#complete = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FrameRef> {
    while (true) {
      const frame = this.#take();
      if (frame) yield frame;
      else if (this.#complete) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #take(): FrameRef | undefined {
    const index = this.#complete ? Math.min(...this.#waiting.keys()) : this.#next;
    const frame = this.#waiting.get(index);
    if (!frame) return undefined;
    this.#waiting.delete(index);
    this.#next = index + 1;
    return frame;
  }
}
