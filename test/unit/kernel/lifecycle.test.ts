import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { abortable } from '../../../kernel/lifecycle.ts';

describe('work that can be aborted', () => {
  it('settles as it does by itself, and leaves nothing on the signal', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
    await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('rejects with the reason of the signal, whether that is aborted before or meanwhile', async () => {
    const stopping = new AbortController();
    const waiting = abortable(new Promise(() => {}), stopping.signal);
    stopping.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(abortable(new Promise(() => {}), stopping.signal)).rejects.toThrow('stopped');
  });
});
