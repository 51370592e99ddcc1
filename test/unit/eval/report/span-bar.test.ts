import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spanBarHtml } from '../../../../eval/report/span-bar.ts';

const rects = (markup: string) =>
  [...markup.matchAll(/<rect class="(\w+)" x="([^"]+)" y="\d+" width="([^"]+)"/g)].map(
    ([, name, x, width]) => ({ name, x: Number(x), width: Number(width) }),
  );

describe('the bar of two spans', () => {
  it('says in words what it draws, and what is lacking', () => {
    const { markup } = spanBarHtml(null, [11, 16.5])!;
    expect(markup).toContain('gold 0:11.0 to 0:16.5');
    expect(markup).toContain('predicted none');
    expect(rects(markup).map(({ name }) => name)).toEqual(['gold']);
    expect(spanBarHtml(null, null)).toBeNull();
  });

  it('draws every span visibly inside its axis, empty and reversed ones too', () => {
    const second = fc.double({ min: -100, max: 1e5, noNaN: true });
    const span = fc.tuple(second, second);
    fc.assert(
      fc.property(span, span, (predicted, gold) => {
        const drawn = rects(spanBarHtml(predicted, gold)!.markup);
        expect(drawn).toHaveLength(2);
        for (const { x, width } of drawn) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(width).toBeGreaterThan(0);
          expect(x + width).toBeLessThanOrEqual(240.2);
        }
      }),
    );
  });

  it('keeps the order of time', () => {
    const [gold, predicted] = rects(spanBarHtml([20, 30], [0, 10])!.markup);
    expect(gold!.x + gold!.width).toBeLessThan(predicted!.x);
  });
});
