/** Small words: auxiliaries, question words, adverbs, prepositions, and nouns for the picture. */
import { phrasesIn, type WordBook } from './word-book.ts';

const auxiliaries: Readonly<Record<string, 'past' | 'present'>> = {
  'did|was|were|had': 'past',
  'do|does|is|are|has|have|can|could|will|would|am': 'present',
};

const plainWords =
  'a|an|the|any|some|this|that|these|those|each|every|all|both|no|not|never|other|others|another|' +
  'one|ones|none|there|here|of|in|on|at|from|to|into|onto|over|by|with|without|through|for|as|than|' +
  'and|or|but|if|whether|before|after|while|when|until|during|since|how|many|much|often|long|what|' +
  'which|who|whom|whose|where|ever|together|still|now|again|back|out|down|up|away|off|it|they|' +
  'them|their|its|you|we|i|me|us|colour|colours|coloured|kind|kinds|type|types|' +
  'sort|sorts|side|sides|edge|edges|direction|time|times|moment|moments|instant|instants|point|' +
  'points|number|amount|count|camera|cameras|stream|streams|feed|list|show|find|alone|empty|' +
  "unoccupied|free|vacant|deserted|most|more|fewest|smallest|largest|least|biggest|lowest|highest|greatest|maximum|minimum|max|min|total|average|mean|'s|so|yet|already|" +
  'true|case|same|simultaneously|across|towards|also|too|occasions|occasion|else|occupied|busy|always|inside|within|over|duration|length';

/** Phrases that the parsers know by one name. */
const phrases: Readonly<Record<string, string>> = {
  fast: 'fast|quickly|rapidly|at speed|hastily',
  slow: 'slow|slowly',
  'at-once':
    'at the same time|at once|at the same moment|simultaneously|together|at one time|at any one time|at a time|at any given time|in parallel|jointly|side by side|concurrently|at the same instant',
  'how-many': 'how many|what number of|what is the number of|how many of',
  'how-often':
    'how often|how many times|how many different times|on how many occasions|how frequently',
  'how-long':
    'how long|for how long|how much time|how many seconds|how many minutes|for how many seconds|for how many minutes|how much of the time|what length of time',
  when: 'when|at what time|what time|at which time|at what moment|at which moment|at what point|exactly when|when exactly|at what times|at which times|which times|what times|which moment|what moment',
  ever: 'ever|at any time|at any point|at any moment|at some point|at some time|at some moment|at all|a moment with|a moment when|a time when|any time at which|a time at which|any moment at which|a moment at which|any time that|a point when|any time when|any moment when|any point when|a moment in which|a time with|a point with|any moment with|any time with|a moment where|a time where|a point where|any time where|any point where|any moment where|times when',
  'what-colour': 'what colour|which colour|what colours|which colours',
  'what-side':
    'which side|what side|which direction|what direction|which edge|what edge|which end|which way|where',
  'which-stream':
    'which camera|what camera|which cameras|which stream|which streams|what stream|which feed|which feeds',
  'what-kind':
    'what kind of|what kinds of|what type of|what types of|which kind of|what sort of|what sorts of|which type of|which kinds of|which types of',
  'tell-me-when':
    'tell me when|let me know when|alert me when|alert me if|notify me when|notify me if|warn me when|warn me if|tell me if|let me know if|tell us when|alert when|alert if|notify when|warn when|warn if|notify if|ping me when|ping me if|alert us when|alert us if|tell me as soon as|let me know as soon as|alert me as soon as|inform me when|inform me if|raise an alarm when|raise an alarm if|sound an alarm when|sound an alarm if|watch for|look out for|alert me whenever|tell me whenever|notify me whenever|alert on|alert me to',
  list: 'list|list all|list every|show|show me|show all|show every|give me|find|find all|find every|display|show me all|show me every|list me|name|enumerate|tell me all|get me|give me all|list the|show the|find the|show me the|give me the|i want to see|play',
  whole:
    'in total|altogether|overall|in all|all in all|in the whole video|in the video|in the recording|in the whole recording|during the recording|during the whole recording|in the entire video|in the entire recording|during the video|during the whole video|throughout|throughout the video|throughout the recording|in the clip|in this video|in this clip|in this recording|over the whole recording|over the whole video|on the recording|so far|up to now|all told|of the day|in the footage|in this footage|in the film|over all|in the whole clip',
  always:
    'always|the whole time|all the time|the entire time|all along|throughout the whole time|continuously|without a break|constantly',
  distinct: 'different|distinct|unique|separate|individual|various|several',
  'with-them': 'with them|with it|on them|with themselves|on the person',
  'not-any-more': 'any more|any longer|anymore',
  'right-after':
    'right after|immediately after|directly after|just after|straight after|shortly after|soon after',
  'right-before': 'right before|immediately before|directly before|just before|shortly before',
  before: 'before|prior to|earlier than|ahead of|by the time|sooner than',
  after: 'after|later than|following|once the|as soon as',
  while: 'while|whilst|during|at the time when|at the moment when|throughout the time',
  until: 'until|till',
  'said-of-time':
    'times at which|moments at which|times when|moments when|time at which|moment at which|time when|moment when|points at which|time that|times that|every time|each time|all times|all the times|all moments|all the moments|occasions on which|occasions when|all occasions on which|the times',
};

const sceneNouns =
  'room|scene|picture|image|frame|view|screen|place|area|table|desk|floor|location|spot|premises|site|surface|tabletop|space';

export function defineSmallWords(book: WordBook): void {
  definePlainWords(book);
  for (const [words, tense] of Object.entries(auxiliaries)) {
    for (const word of phrasesIn(words)) book.define(word, { cat: 'aux', tense, word });
  }
  book.define('be|been|being|to be', { cat: 'aux', tense: 'present', word: 'be' });
  book.define('get|gets|got|gotten|getting', { cat: 'aux', tense: 'present', word: 'get' });
  for (const [value, line] of Object.entries(phrases)) book.define(line, { cat: 'word', value });
  for (const name of phrasesIn(sceneNouns)) {
    book.define(name, { cat: 'place', place: 'scene', name });
  }
}

/** They win over verbs and amounts (`count`, `over`), but not over things. */
function definePlainWords(book: WordBook): void {
  for (const word of phrasesIn(plainWords)) {
    if (book.meaningOf(word)?.cat !== 'kind') book.define(word, { cat: 'word', value: word });
  }
  book.define('one', { cat: 'number', value: 1 });
  book.define('away|gone|missing|absent', { cat: 'verb', meaning: 'away', form: 'participle' });
}
