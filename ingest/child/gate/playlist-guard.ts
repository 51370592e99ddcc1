/**
 * Lets the body of an HTTP response pass, but holds a playlist until it is whole, and refuses it
 * when it is too large or leads out of HTTP: FFmpeg takes in whatever comes, without end, some
 * kilobytes of memory for each variant, and follows entries to any protocol it knows as `http...`.
 */
import { Transform } from 'node:stream';
import { schemeBesideHttp } from '../media-playlist.ts';

/** A whole day in segments of two seconds under long names. */
const maxBytes = 4_000_000;
const maxVariants = 500;
/** FFmpeg goes by it and by no type, and passes over tags of any length before it. */
const mark = '#EXTM3U';
const variant = /#EXT-X-(STREAM-INF|MEDIA):/g;

const tooLarge = `a playlist has more than ${maxBytes / 1e6} MB or ${maxVariants} variants`;

export class PlaylistGuard extends Transform {
  readonly #onRefused: (reason: string) => void;
  /** The end of what has passed, where the mark may begin. */
  #passed = '';
  readonly #held: Buffer[] = [];
  #heldBytes = 0;

  /** The reason is for people. */
  constructor(onRefused: (reason: string) => void) {
    super();
    this.#onRefused = onRefused;
  }

  override _transform(piece: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    if (this.#heldBytes === 0 && !this.#showsMark(piece)) {
      const end = piece.toString('latin1', Math.max(0, piece.length - mark.length));
      this.#passed = (this.#passed + end).slice(1 - mark.length);
      this.push(piece);
      return void done();
    }
    this.#held.push(piece);
    this.#heldBytes += piece.length;
    done(this.#heldBytes > maxBytes ? this.#refusal(tooLarge) : undefined);
  }

  override _flush(done: (error?: Error | null, held?: Buffer) => void): void {
    if (this.#heldBytes === 0) return void done();
    const held = Buffer.concat(this.#held);
    const text = this.#passed + held.toString('latin1');
    const why = reasonAgainst(text.slice(text.indexOf(mark)));
    if (why === undefined) done(null, held);
    else done(this.#refusal(why));
  }

  #showsMark(piece: Buffer): boolean {
    const seam = this.#passed + piece.toString('latin1', 0, mark.length);
    return seam.includes(mark) || piece.includes(mark);
  }

  #refusal(why: string): Error {
    const reason = `source refused: ${why}`;
    this.#onRefused(reason);
    return new Error(reason);
  }
}

function reasonAgainst(text: string): string | undefined {
  if ((text.match(variant)?.length ?? 0) > maxVariants) return tooLarge;
  const scheme = schemeBesideHttp(text);
  return scheme && `a playlist leads out of HTTP, to ${scheme}:`;
}
