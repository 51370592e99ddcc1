/**
 * What somebody wears: `in red`, `with a blue jacket`, `wearing black trousers and a long grey
 * cardigan`. Colours are seen, part by part of the body; names of clothes and what else is said of
 * them are kept apart.
 */
import type { ColourCondition } from '../domain/plan.ts';
import type { Cursor } from './cursor.ts';
import type { Tagged } from './tags.ts';

export interface Dress {
  readonly colours: readonly ColourCondition[];
  /** Said and never seen: `cardigan`, `long`, `red hat`. */
  readonly unseen: readonly string[];
  /** Names of clothes whose colour was said: `jacket`, `jeans`. */
  readonly garments: readonly string[];
}

/** People are told by their tops unless the question says otherwise. */
export const colourOf = (
  kind: string,
  value: string,
  part?: ColourCondition['part'],
): ColourCondition => ({
  part: kind === 'person' ? (part === 'bottom' ? 'bottom' : 'top') : 'whole',
  value,
});

const dressWords = ['in', 'with', 'wearing'];

/** `in red`, `with a blue jacket`, `wearing black trousers and a white shirt`, `dressed in grey`. */
export function parseDress(cursor: Cursor, kind: string): Dress | undefined {
  return cursor.attempt(() => {
    const verb = cursor.peekOf('verb');
    const isDressed = verb?.meaning === 'wears' && ['ing', 'participle'].includes(verb.form);
    if (isDressed) cursor.at += 1;
    else if (!cursor.word(...dressWords)) return undefined;
    return parseClothes(cursor, kind);
  });
}

/** `a red top and black trousers`, `all black`, `something grey`, `a knitted hat`. */
export function parseClothes(cursor: Cursor, kind: string): Dress | undefined {
  const pieces: Dress[] = [];
  for (;;) {
    const piece = cursor.attempt(() => {
      if (pieces.length > 0 && !cursor.word('and')) return undefined;
      return parsePiece(cursor, kind);
    });
    if (!piece) break;
    pieces.push(piece);
  }
  const colours = pieces.flatMap((piece) => piece.colours);
  const isOnePerPart = new Set(colours.map(({ part }) => part)).size === colours.length;
  if (pieces.length === 0 || !isOnePerPart) return undefined;
  return {
    colours,
    unseen: pieces.flatMap(({ unseen }) => unseen),
    garments: pieces.flatMap(({ garments }) => garments),
  };
}

function parsePiece(cursor: Cursor, kind: string): Dress | undefined {
  return cursor.attempt(() => {
    cursor.skip('a', 'an', 'the', 'all', 'some', 'any', 'their', 'colour');
    const before = takeAdjectives(cursor);
    if (cursor.peekOf('kind')?.kind === 'object') cursor.at += 1;
    const colour = cursor.takeOf('colour');
    cursor.word('coloured');
    const said = [...before, ...(colour ? shadeOf(colour) : []), ...takeAdjectives(cursor)];
    const worn = takeWorn(cursor);
    if (worn) return { colours: [], unseen: [...said, named(colour, worn)], garments: [] };
    const garment = cursor.takeOf('garment');
    if (garment && !colour) return garment.isPlain ? undefined : unseenOf([...said, garment.text]);
    if (!colour || (!garment && cursor.peekOf('kind'))) return undefined;
    return dressOf(colourOf(kind, colour.value, garment?.part), said, garment);
  });
}

const named = (colour: Tagged | undefined, worn: string): string =>
  colour ? `${colour.text} ${worn}` : worn;

const unseenOf = (unseen: readonly string[]): Dress => ({ colours: [], unseen, garments: [] });

function dressOf(
  colour: ColourCondition,
  said: readonly string[],
  garment: Extract<Tagged, { cat: 'garment' }> | undefined,
): Dress {
  const isUnseen = garment?.why !== undefined;
  const isLong = said.includes('long') && colour.part === 'top' && garment !== undefined;
  const others = isLong ? said.filter((word) => word !== 'long') : said;
  return {
    colours: [isLong ? { ...colour, isLong } : colour],
    unseen: isUnseen ? [...others, garment.text] : others,
    garments: garment && !isUnseen && !garment.isPlain ? [garment.text] : [],
  };
}

const shades = ['light', 'dark', 'bright', 'pale'];

/** `light grey` is grey, and that it is light is not seen. */
export const shadeOf = (colour: Extract<Tagged, { cat: 'colour' }>): string[] =>
  colour.text.split(' ').filter((word) => shades.includes(word));

/** `knitted`, `dark`, `long`: said of clothes or people, and mostly not seen. */
export function takeAdjectives(cursor: Cursor): string[] {
  const words: string[] = [];
  for (;;) {
    const tag = cursor.peekOf('unseen');
    if (tag?.role === 'adjective') cursor.at += 1;
    else if (!cursor.word('long')) return words;
    words.push(tag?.text ?? 'long');
  }
}

function takeWorn(cursor: Cursor): string | undefined {
  const tag = cursor.peekOf('unseen');
  if (tag?.role !== 'worn') return undefined;
  cursor.at += 1;
  return tag.text;
}
