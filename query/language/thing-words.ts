/** Words for things: the kinds that detectors name, and what people call them. */
import { cocoKinds } from '../../processors/domain/kind.ts';
import { widerWords } from '../domain/wider-kinds.ts';
import { phrasesIn, type WordBook } from './word-book.ts';

const kindWords: Readonly<Record<string, string>> = {
  person: 'human|human being|pedestrian|visitor|individual|passer-by|guest|customer|intruder',
  bicycle: 'bike|cycle',
  car: 'auto|automobile|sedan|taxi|cab',
  motorcycle: 'motorbike|moped|scooter|motor scooter',
  airplane: 'plane|aeroplane|aircraft|jet',
  bus: 'coach',
  truck: 'lorry|pickup|pickup truck',
  van: 'minivan|delivery van',
  boat: 'ship',
  cat: 'kitten|kitty',
  dog: 'puppy|doggy',
  backpack: 'rucksack',
  handbag: 'purse',
  suitcase: 'trolley case',
  umbrella: 'parasol',
  'sports ball': 'ball|football|soccer ball|basketball|tennis ball',
  'wine glass': 'wineglass',
  cup: 'mug',
  'cell phone': 'phone|mobile|mobile phone|cellphone|smartphone|telephone',
  couch: 'sofa|settee',
  'potted plant': 'plant|house plant',
  tv: 'television|tv set',
  refrigerator: 'fridge',
  remote: 'remote control',
  laptop: 'notebook computer',
  vehicle: '',
  animal: 'creature|beast',
  bag: 'luggage item',
  object: 'thing|item',
};

const irregularPlurals: Readonly<Record<string, string>> = {
  person: 'people',
  knife: 'knives',
  sheep: 'sheep',
  skis: 'skis',
  scissors: 'scissors',
  mouse: 'mice',
  'passer-by': 'passers-by',
  'human being': 'human beings',
};

const pluralOf = (word: string): string =>
  irregularPlurals[word] ??
  (/(s|x|ch|sh)$/.test(word)
    ? `${word}es`
    : /[^aeiou]y$/.test(word)
      ? `${word.slice(0, -1)}ies`
      : `${word}s`);

export function defineThings(book: WordBook): void {
  for (const kind of [...cocoKinds, ...widerWords, 'object']) {
    const words = [kind, ...phrasesIn(kindWords[kind] ?? '')];
    for (const word of words) {
      book.define(word, { cat: 'kind', kind, plural: false });
      book.define(pluralOf(word), { cat: 'kind', kind, plural: true });
    }
  }
  book.define('persons|folks|folk|visitors', { cat: 'kind', kind: 'person', plural: true });
  book.define('luggage|baggage', { cat: 'kind', kind: 'bag', plural: false });
  definePronouns(book, 'person', people);
  definePronouns(book, 'object', things);
}

type Pronouns = Readonly<Record<'some' | 'no' | 'every', string>>;

const people: Pronouns = {
  some: 'anyone|anybody|someone|somebody',
  no: 'nobody|no-one|no one',
  every: 'everyone|everybody',
};

const things: Pronouns = {
  some: 'anything|something|any movement|any motion|any activity',
  no: 'nothing',
  every: 'everything',
};

function definePronouns(book: WordBook, kind: string, pronouns: Pronouns): void {
  for (const det of ['some', 'no', 'every'] as const) {
    book.define(pronouns[det], { cat: 'kind', kind, plural: false, det });
  }
}
