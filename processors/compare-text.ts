/** Code unit order of texts: the same on every machine, unlike the order of a locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
