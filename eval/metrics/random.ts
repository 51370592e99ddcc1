/** Seeded randomness, so that a result can be computed again exactly. Not for secrets. */

/** Draws uniformly from 0 (with) to 1 (without). */
export type Random = () => number;

/** The mulberry32 generator (Tommy Ettinger): 32 bits of state, passes gjrand; any number seeds it. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to `below` - 1. */
export const randomIndex = (random: Random, below: number): number => Math.floor(random() * below);

/** A shuffled copy; every order is equally likely (Fisher and Yates). */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = randomIndex(random, last + 1);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}
