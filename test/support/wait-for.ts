/** Waits for a condition instead of sleeping; fails with the last reason when it does not come. */

export interface WaitForOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/** Resolves with the first value of `condition` that is not false, null or undefined. */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs = 10 }: WaitForOptions = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await condition();
      if (value !== undefined && value !== null && value !== false) {
        return value as NonNullable<Exclude<T, false>>;
      }
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`condition did not come within ${timeoutMs} ms`, { cause: lastError });
}
