/** How the evaluator of HLV-1K reads a reply to multiple choice. */

/**
 * The first character that is not white space, if it is a letter of the four options in either case; null otherwise. So
 * `(B)` is no answer, and `Because` is B.
 */
export function strictOption(reply: string): string | null {
  const first = reply.trim()[0]?.toUpperCase() ?? '';
  return /^[A-D]$/.test(first) ? first : null;
}
