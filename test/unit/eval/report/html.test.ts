import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, trusted } from '../../../../eval/report/html.ts';

/** What a browser reads back from text content or a quoted attribute. */
const readBack = (markup: string): string =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('html', () => {
  it('any text stays text: no sign of it can begin a tag or end an attribute, and none is lost', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { markup } = html`${text}`;
        expect(markup).not.toMatch(/[<>"']/);
        expect(readBack(markup)).toBe(text);
      }),
    );
  });

  it('what html made is put in as it is, in lists too, and is escaped once only', () => {
    const items = ['a<b', 'c&d'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}</ul>`.markup).toBe('<ul><li>a&lt;b</li><li>c&amp;d</li></ul>');
  });

  it('nothing is shown for what is absent, but zero is', () => {
    expect(html`[${null}${undefined}${false}${''}${0}]`.markup).toBe('[0]');
  });

  it('an object that only looks like markup is no markup', () => {
    const lookalike = JSON.parse('{"markup":"<script>"}');
    expect(html`${lookalike}`.markup).not.toContain('<script>');
    expect(html`${trusted('<b>')}`.markup).toBe('<b>');
  });
});
