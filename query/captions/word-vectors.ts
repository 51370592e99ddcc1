/** How near two words are in meaning, from their vectors. */

/** One vector of unit length per text. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

export type WordVectors = ReadonlyMap<string, Float32Array>;

/** A language has not many more words; what fills it up is names and slips of the pen. */
const mostRemembered = 50_000;

/** Each word is embedded once, however many questions are asked. */
export function wordVectors(embed: EmbedTexts): (words: Iterable<string>) => Promise<WordVectors> {
  const known = new Map<string, Float32Array>();
  return async (words) => {
    if (known.size > mostRemembered) known.clear();
    const missing = [...new Set(words)].filter((word) => !known.has(word));
    const vectors = await embed(missing);
    for (const [index, word] of missing.entries()) known.set(word, vectors[index]!);
    return known;
  };
}

/** Cosines up to this are no likeness: any two words have about as much. */
const unlike = 0.5;

/** 0..1; 1 for the same word, 0.4 for `lady` and `woman`, 0 for most. */
export function nearness(a: Float32Array, b: Float32Array): number {
  let cosine = 0;
  for (let i = 0; i < a.length; i += 1) cosine += a[i]! * b[i]!;
  return Math.min(1, Math.max(0, (cosine - unlike) / (1 - unlike)) ** 2);
}
