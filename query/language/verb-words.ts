/**
 * Verbs by meaning: base, third person, past, participle and -ing, and the small words that may
 * follow; an empty small word means that the verb alone has the meaning too.
 */
import type { VerbForm, VerbMeaning } from './tags.ts';
import type { WordBook } from './word-book.ts';

interface VerbLine {
  readonly meaning: VerbMeaning;
  readonly verbs: readonly string[];
  /** Empty string: the verb alone has the meaning too. */
  readonly particles: string;
}

const come = 'come comes came come coming';
const go = 'go goes went gone going';
const walk = 'walk walks walked walked walking';
const step = 'step steps stepped stepped stepping';
const drive = 'drive drives drove driven driving';
const run = 'run runs ran run running';
const get = 'get gets got gotten getting';
const move = 'move moves moved moved moving';
const take = 'take takes took taken taking';
const put = 'put puts put put putting';
const bring = 'bring brings brought brought bringing';
const ride = 'ride rides rode ridden riding';
const head = 'head heads headed headed heading';
const stand = 'stand stands stood stood standing';
const pull = 'pull pulls pulled pulled pulling';
const carry = 'carry carries carried carried carrying';

const regular = (base: string): string => {
  const stem = base.replace(/e$/, '');
  const y = /[^aeiou]y$/.test(base) ? base.slice(0, -1) : undefined;
  const past = y ? `${y}ied` : `${stem}ed`;
  const third = y ? `${y}ies` : /(s|sh|ch|x)$/.test(base) ? `${base}es` : `${base}s`;
  return `${base} ${third} ${past} ${past} ${stem}ing`;
};

const verbLines: readonly VerbLine[] = [
  { meaning: 'moves', verbs: [go, walk, move, step, drive, head], particles: '|past|by|along' },
  {
    meaning: 'moves',
    verbs: [regular('travel'), regular('pass'), regular('cycle'), regular('roll')],
    particles: '|through|by|along|past',
  },
  { meaning: 'runs', verbs: [run, regular('sprint'), regular('rush')], particles: '|past|by' },
  {
    meaning: 'arrives',
    verbs: [come],
    particles:
      '|in|inside|into|by|along|up|down|over|here|there|through|to|on|in to|onto|round|past',
  },
  {
    meaning: 'arrives',
    verbs: [go, walk, step, run, drive, get, move, pull, head],
    particles: 'in|inside|into|in to|up',
  },
  { meaning: 'arrives', verbs: [get], particles: 'here|there|to' },
  {
    meaning: 'arrives',
    verbs: ['show shows showed shown showing', regular('turn'), 'pop pops popped popped popping'],
    particles: 'up',
  },
  {
    meaning: 'arrives',
    verbs: [
      regular('arrive'),
      regular('enter'),
      regular('appear'),
      regular('visit'),
      regular('join'),
      regular('reach'),
      regular('emerge'),
    ],
    particles: '|at|in|on|there|here',
  },
  {
    meaning: 'arrives',
    verbs: ['drop drops dropped dropped dropping', 'stop stops stopped stopped stopping'],
    particles: 'by|in',
  },
  {
    meaning: 'departs',
    verbs: [
      'leave leaves left left leaving',
      regular('depart'),
      regular('exit'),
      regular('disappear'),
      regular('vanish'),
    ],
    particles: '|from|again',
  },
  {
    meaning: 'departs',
    verbs: [go, walk, step, run, drive, get, move, head, pull],
    particles: 'out|away|off|out of|home',
  },
  { meaning: 'taken', verbs: [take], particles: '|away|out|off|from|down|up' },
  {
    meaning: 'taken',
    verbs: [
      regular('remove'),
      'steal steals stole stolen stealing',
      'grab grabs grabbed grabbed grabbing',
      regular('lift'),
      'pick picks picked picked picking',
      carry,
      regular('clear'),
      regular('collect'),
      regular('fetch'),
      regular('snatch'),
      regular('swipe'),
    ],
    particles: 'up|away|off|out',
  },
  {
    meaning: 'taken',
    verbs: [
      regular('remove'),
      'steal steals stole stolen stealing',
      'grab grabs grabbed grabbed grabbing',
      regular('lift'),
      regular('snatch'),
    ],
    particles: '|from',
  },
  { meaning: 'puts', verbs: [put, 'set sets set set setting'], particles: '' },
  {
    meaning: 'returned',
    verbs: [put, bring, come, take, get, go, 'set sets set set setting', move],
    particles: 'back|back on|back to|back in|back down|back again|back onto',
  },
  {
    meaning: 'returned',
    verbs: [put, 'set sets set set setting'],
    particles: 'down',
  },
  {
    meaning: 'returned',
    verbs: [
      regular('return'),
      regular('replace'),
      regular('restore'),
      regular('reappear'),
      regular('re-enter'),
      regular('place'),
    ],
    particles: '|back|on|to',
  },
  {
    meaning: 'stays',
    verbs: [
      regular('stay'),
      regular('remain'),
      regular('linger'),
      regular('loiter'),
      regular('wait'),
      'hang hangs hung hung hanging',
      'spend spends spent spent spending',
      'lasts lasts lasted lasted lasting',
    ],
    particles: '|around|about|there|here',
  },
  {
    meaning: 'present',
    verbs: [stand, regular('exist'), 'see sees saw seen seeing', regular('detect')],
    particles: '|around|there|here|up',
  },
  {
    meaning: 'present',
    verbs: [
      'spot spots spotted spotted spotting',
      regular('notice'),
      regular('watch'),
      regular('film'),
      regular('observe'),
      regular('record'),
    ],
    particles: '',
  },
  { meaning: 'stationary', verbs: [stand, 'keep keeps kept kept keeping'], particles: 'still' },
  { meaning: 'stationary', verbs: [regular('park'), regular('rest')], particles: '|up|there' },
  {
    meaning: 'stops',
    verbs: ['stop stops stopped stopped stopping', regular('halt')],
    particles: '|moving|there|here',
  },
  { meaning: 'crosses', verbs: [regular('cross')], particles: '|over' },
  { meaning: 'approaches', verbs: [regular('approach')], particles: '' },
  {
    meaning: 'carries',
    verbs: [carry, 'have has had had having', 'hold holds held held holding', bring],
    particles: '',
  },
  { meaning: 'rides', verbs: [ride], particles: '|on' },
  { meaning: 'wears', verbs: ['wear wears wore worn wearing', regular('dress')], particles: '|in' },
  {
    meaning: 'happens',
    verbs: [regular('happen'), regular('occur')],
    particles: '|there|here|to',
  },
  {
    meaning: 'happens',
    verbs: ['go goes went gone going'],
    particles: 'on',
  },
];

export function defineVerbs(book: WordBook): void {
  for (const { meaning, verbs, particles } of verbLines) {
    for (const verb of verbs) {
      for (const particle of particles.split('|')) defineVerb(book, meaning, verb, particle);
    }
  }
  for (const [phrases, meaning, form] of verbLike) {
    book.define(phrases, { cat: 'verb', meaning, form });
  }
}

const formNames: readonly VerbForm[] = ['base', 'third', 'past', 'participle', 'ing'];

/** The first meaning of a phrase stays, and with it the first of forms that look the same. */
function defineVerb(book: WordBook, meaning: VerbMeaning, verb: string, particle: string): void {
  for (const [index, word] of verb.split(' ').entries()) {
    const phrase = particle ? `${word} ${particle}` : word;
    book.defineNew(phrase, { cat: 'verb', meaning, form: formNames[index]! });
  }
}

/** Adjectives, prepositions and nouns that say what a verb says. */
const verbLike: readonly (readonly [phrases: string, meaning: VerbMeaning, form: VerbForm])[] = [
  ['dressed in|dressed', 'wears', 'participle'],
  ['near|next to|beside|close to|alongside|nearby to', 'near', 'base'],
  ['away|gone|missing|absent|no longer there|not there any more', 'away', 'participle'],
  ['gone missing|went missing|go missing|goes missing', 'taken', 'past'],
  [
    'stationary|motionless|not moving|still standing|idle|at rest|standing still|immobile',
    'stationary',
    'participle',
  ],
  ['present|visible|in view|in sight|around', 'present', 'participle'],
  ['visit|stay|visits|appearance|appearances', 'stays', 'base'],
  ['arrival|arrivals|entry|entries', 'arrives', 'base'],
  ['departure|departures|exit|exits', 'departs', 'base'],
  ['removal|removals', 'taken', 'base'],
];
