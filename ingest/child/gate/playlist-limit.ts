/**
 * Lets HTTP responses pass, and ends the connection when one is a playlist that is too large: FFmpeg
 * takes in whatever comes, without end, and some kilobytes of memory for each variant.
 */
import { Transform } from 'node:stream';

/** A whole day in segments of two seconds under long names. */
const maxBytes = 4_000_000;
const maxVariants = 500;
/** So far into a response it shows what it is. */
const lookedAtBytes = 16_384;
/** HLS by its first line, DASH by its root element, as FFmpeg tells; types are often wrong. */
const playlist = /#EXTM3U|<MPD\b/;
const variant = /#EXT-X-(STREAM-INF|MEDIA):/g;

export class PlaylistLimit extends Transform {
  readonly #onTooLarge: (reason: string) => void;
  #start = '';
  #isPlaylist = false;
  #bytes = 0;
  #variants = 0;

  /** The reason is for people. */
  constructor(onTooLarge: (reason: string) => void) {
    super();
    this.#onTooLarge = onTooLarge;
  }

  /** A request has passed: what comes now answers it. */
  beginResponse(): void {
    this.#start = '';
    this.#isPlaylist = false;
    this.#bytes = 0;
    this.#variants = 0;
  }

  override _transform(piece: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    this.#lookAt(piece);
    if (this.#isTooLarge) return void done(this.#refusal());
    this.push(piece);
    done();
  }

  get #isTooLarge(): boolean {
    return this.#isPlaylist && (this.#bytes > maxBytes || this.#variants > maxVariants);
  }

  #lookAt(piece: Buffer): void {
    this.#bytes += piece.length;
    const missing = lookedAtBytes - this.#start.length;
    if (missing > 0) {
      this.#start += piece.toString('latin1', 0, missing);
      this.#isPlaylist = playlist.test(this.#start);
    }
    if (this.#isPlaylist) this.#variants += piece.toString('latin1').match(variant)?.length ?? 0;
  }

  #refusal(): Error {
    const limits = `${maxBytes / 1e6} MB or ${maxVariants} variants`;
    const reason = `source refused: a playlist has more than ${limits}`;
    this.#onTooLarge(reason);
    return new Error(reason);
  }
}
