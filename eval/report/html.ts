/**
 * Markup by tagged template: what is written in the template is markup, and every value put into it
 * is text and escaped, unless it was made by `html` itself. Attribute values must be quoted.
 */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Nothing is shown for null, undefined and false; lists are joined. */
export const html = (strings: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(markupOf)));

/** Markup of our own that came about elsewhere: styles and scripts. Never for data. */
export const trusted = (markup: string): Html => new Html(markup);

function markupOf(value: Content): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(markupOf).join('');
  return value === null || value === undefined || value === false ? '' : escaped(String(value));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
