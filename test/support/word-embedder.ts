/** Word vectors for tests: words that share a line mean the same, all others have nothing in common. */

const dimensions = 64;

export function wordEmbedder(
  synonyms: readonly (readonly string[])[] = [],
): (texts: readonly string[]) => Promise<Float32Array[]> {
  const nameOf = (word: string) => synonyms.find((line) => line.includes(word))?.[0] ?? word;
  return async (texts) => texts.map((text) => vectorOf(nameOf(text)));
}

/** Signs drawn by the word itself: cosines of two words stay far under a half. */
function vectorOf(word: string): Float32Array {
  let state = [...word].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619),
    7,
  );
  return Float32Array.from({ length: dimensions }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 64 ? 1 : -1) / Math.sqrt(dimensions);
  });
}
