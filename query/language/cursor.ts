/** A place in the tagged words of a question. Parsers look ahead, take, or step back. */
import type { Tag, Tagged } from './tags.ts';

export class Cursor {
  readonly tags: readonly Tagged[];
  at = 0;

  constructor(tags: readonly Tagged[]) {
    this.tags = tags;
  }

  get done(): boolean {
    return this.at >= this.tags.length;
  }

  peek(ahead = 0): Tagged | undefined {
    return this.tags[this.at + ahead];
  }

  /** The next tag, if it is of the category. */
  peekOf<C extends Tag['cat']>(cat: C, ahead = 0): Extract<Tagged, { cat: C }> | undefined {
    const tag = this.peek(ahead);
    return tag?.cat === cat ? (tag as Extract<Tagged, { cat: C }>) : undefined;
  }

  takeOf<C extends Tag['cat']>(cat: C): Extract<Tagged, { cat: C }> | undefined {
    const tag = this.peekOf(cat);
    if (tag) this.at += 1;
    return tag;
  }

  isWord(...values: string[]): boolean {
    return this.isWordAt(0, ...values);
  }

  isWordAt(ahead: number, ...values: string[]): boolean {
    const tag = this.peek(ahead);
    return tag?.cat === 'word' && values.includes(tag.value);
  }

  /** Takes one of the words; its value, or undefined when another stands here. */
  word(...values: string[]): string | undefined {
    const tag = this.peek();
    if (tag?.cat !== 'word' || !values.includes(tag.value)) return undefined;
    this.at += 1;
    return tag.value;
  }

  skip(...values: string[]): void {
    while (this.word(...values)) {
      // Taken one by one.
    }
  }

  /** Runs a parser; steps back when it finds nothing. */
  attempt<T>(parse: () => T | undefined): T | undefined {
    const start = this.at;
    const result = parse();
    if (result === undefined) this.at = start;
    return result;
  }
}
