/**
 * The words the planner knows, as tables to read and extend. Each line maps everyday words to one
 * meaning. What stands in none of them is an unknown word, and an unknown word is never skipped.
 */
import { cocoKinds } from '../../processors/domain/kind.ts';
import { widerWords } from '../domain/wider-kinds.ts';
import type { Tag, VerbForm, VerbMeaning } from './tags.ts';

const entries = new Map<string, Tag>();

/** The meaning of a phrase of one or more words, as normalised by `tokensOf`. */
export const meaningOf = (phrase: string): Tag | undefined => entries.get(phrase);

export const longestPhrase = 5;

const split = (line: string): string[] => line.split('|').map((phrase) => phrase.trim());

function define(line: string, tag: Tag): void {
  for (const phrase of split(line)) entries.set(phrase, tag);
}

// Things.

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

function defineKind(kind: string, words: string[]): void {
  for (const word of words.filter(Boolean)) {
    define(word, { cat: 'kind', kind, plural: false });
    define(pluralOf(word), { cat: 'kind', kind, plural: true });
  }
}

const seenKinds = [...cocoKinds, ...widerWords, 'object'];
for (const kind of seenKinds) defineKind(kind, [kind, ...split(kindWords[kind] ?? '')]);

define('persons|folks|folk|visitors', { cat: 'kind', kind: 'person', plural: true });
define('luggage|baggage', { cat: 'kind', kind: 'bag', plural: false });
define('anyone|anybody|someone|somebody', {
  cat: 'kind',
  kind: 'person',
  plural: false,
  det: 'some',
});
define('nobody|no-one|no one', { cat: 'kind', kind: 'person', plural: false, det: 'no' });
define('everyone|everybody', { cat: 'kind', kind: 'person', plural: false, det: 'every' });
define('anything|something|any movement|any motion|any activity', {
  cat: 'kind',
  kind: 'object',
  plural: false,
  det: 'some',
});
define('nothing', { cat: 'kind', kind: 'object', plural: false, det: 'no' });
define('everything', { cat: 'kind', kind: 'object', plural: false, det: 'every' });

// Looks.

const colourWords: Readonly<Record<string, string>> = {
  black: 'black|dark black|jet black',
  white: 'white|off-white',
  grey: 'grey|light grey|dark grey|silver|charcoal|greyish',
  red: 'red|dark red|bright red|light red|crimson|maroon|scarlet|reddish',
  orange: 'orange',
  yellow: 'yellow|light yellow|bright yellow|golden|yellowish',
  green: 'green|light green|dark green|bright green|olive|greenish',
  blue: 'blue|light blue|dark blue|bright blue|navy|navy blue|turquoise|cyan|teal|bluish',
  purple: 'purple|violet|lilac|mauve',
  pink: 'pink|light pink|magenta',
  brown: 'brown|light brown|dark brown|beige|tan|brownish',
};

for (const [value, words] of Object.entries(colourWords)) define(words, { cat: 'colour', value });
define('orange', { cat: 'colour', value: 'orange' });

const topGarments =
  'top|shirt|tshirt|tee|jacket|coat|sweater|jumper|pullover|hoodie|sweatshirt|blouse|vest|' +
  'tank top|polo|polo shirt|fleece|anorak|parka|raincoat|blazer|jersey';
const bottomGarments =
  'trousers|pants|jeans|shorts|skirt|leggings|slacks|tracksuit bottoms|trouser';

define(topGarments, { cat: 'garment', part: 'top' });
define(
  split(topGarments)
    .map((word) => `${word}s`)
    .join('|'),
  { cat: 'garment', part: 'top' },
);
define(bottomGarments, { cat: 'garment', part: 'bottom' });
define('clothes|clothing|outfit|dress|suit|dresses|suits', { cat: 'garment', part: 'whole' });

define('left|left hand|leftmost|far left|left most', { cat: 'side', value: 'left' });
define('right|right hand|rightmost|far right|right most', { cat: 'side', value: 'right' });
define('upper|uppermost|topmost|top most', { cat: 'side', value: 'top' });
define('lower|lowest|bottom|bottommost', { cat: 'side', value: 'bottom' });
define('middle|mid', { cat: 'side', value: 'middle' });

// Amounts.

const numberWords = 'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
for (const [value, word] of split(numberWords).entries()) define(word, { cat: 'number', value });
define('a couple of|a couple', { cat: 'number', value: 2 });
define('a dozen', { cat: 'number', value: 12 });

const ordinalWords = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth';
for (const [index, word] of split(ordinalWords).entries()) {
  define(word, { cat: 'ordinal', value: index + 1 });
}
define('last|final|latest|most recent|newest|later', { cat: 'ordinal', value: -1 });
define('very first|earliest|earlier|sooner', { cat: 'ordinal', value: 1 });
define('very last', { cat: 'ordinal', value: -1 });
define('second to last|second last|penultimate|next to last|last but one', {
  cat: 'ordinal',
  value: -2,
});

define('once|one time|a single time', { cat: 'times', value: 1 });
define('twice|two times', { cat: 'times', value: 2 });
define('thrice', { cat: 'times', value: 3 });

define('longest|the longest|longer', { cat: 'extreme', value: 'longest' });
define('shortest|the shortest|shorter|more briefly', { cat: 'extreme', value: 'shortest' });

define('more than|longer than|over|greater than|above|upwards of|in excess of', {
  cat: 'limit',
  comparison: '>',
});
define('at least|no less than|no fewer than|not less than|minimum of|a minimum of', {
  cat: 'limit',
  comparison: '>=',
});
define('fewer than|less than|shorter than|under|below', { cat: 'limit', comparison: '<' });
define('at most|no more than|no longer than|not more than|not longer than|up to|maximum of', {
  cat: 'limit',
  comparison: '<=',
});
define('exactly|precisely|just|only', { cat: 'limit', comparison: '=' });

// Verbs: base, third person, past, participle, -ing; then the small words that may follow.

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
    verbs: ['show shows showed shown showing', regular('turn'), regular('pop')].concat(
      'popped popping popped popped popping',
    ),
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
      regular('grab'),
      'grabs grabs grabbed grabbed grabbing',
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
      regular('hang'),
      'hang hangs hung hung hanging',
      'spend spends spent spent spending',
      regular('last'),
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

const formNames: readonly VerbForm[] = ['base', 'third', 'past', 'participle', 'ing'];

function defineVerb(line: VerbLine, forms: readonly string[], particle: string): void {
  for (const [index, form] of forms.entries()) {
    const phrase = particle ? `${form} ${particle}` : form;
    const earlier = entries.get(phrase);
    if (earlier?.cat === 'verb' && (earlier.meaning !== line.meaning || index > 0)) continue;
    if (earlier && earlier.cat !== 'verb') continue;
    entries.set(phrase, { cat: 'verb', meaning: line.meaning, form: formNames[index]! });
  }
}

for (const line of verbLines) {
  for (const verb of line.verbs) {
    for (const particle of split(line.particles)) defineVerb(line, verb.split(' '), particle);
  }
}

define('dressed in|dressed', { cat: 'verb', meaning: 'wears', form: 'participle' });
define('near|next to|beside|close to|alongside|nearby to', {
  cat: 'verb',
  meaning: 'near',
  form: 'base',
});
define('away|gone|missing|absent|no longer there|not there any more', {
  cat: 'verb',
  meaning: 'away',
  form: 'participle',
});
define('gone missing|went missing|go missing|goes missing', {
  cat: 'verb',
  meaning: 'taken',
  form: 'past',
});
define('stationary|motionless|not moving|still standing|idle|at rest|standing still|immobile', {
  cat: 'verb',
  meaning: 'stationary',
  form: 'participle',
});
define('present|visible|in view|in sight|around', {
  cat: 'verb',
  meaning: 'present',
  form: 'participle',
});
define('visit|stay|visits|stays|appearance|appearances', {
  cat: 'verb',
  meaning: 'stays',
  form: 'base',
});
define('stays', { cat: 'verb', meaning: 'stays', form: 'third' });

define('arrival|arrivals|entry|entries', { cat: 'verb', meaning: 'arrives', form: 'base' });
define('departure|departures|exit|exits', { cat: 'verb', meaning: 'departs', form: 'base' });
define('removal|removals', { cat: 'verb', meaning: 'taken', form: 'base' });

// Small words.

const auxiliaries: Readonly<Record<string, 'past' | 'present'>> = {
  'did|was|were|had': 'past',
  'do|does|is|are|has|have|can|could|will|would|am': 'present',
};
for (const [words, tense] of Object.entries(auxiliaries)) {
  for (const word of split(words)) {
    entries.set(word, { cat: 'aux', tense, word });
  }
}
define('be|been|being|to be', { cat: 'aux', tense: 'present', word: 'be' });
define('get|gets|got|gotten|getting', { cat: 'aux', tense: 'present', word: 'get' });

const plainWords =
  'a|an|the|any|some|this|that|these|those|each|every|all|both|no|not|never|other|others|another|' +
  'one|ones|none|there|here|of|in|on|at|from|to|into|onto|over|by|with|without|through|for|as|than|' +
  'and|or|but|if|whether|before|after|while|when|until|during|since|how|many|much|often|long|what|' +
  'which|who|whom|whose|where|why|ever|together|still|now|again|back|out|down|up|away|off|it|they|' +
  'them|he|she|him|her|his|their|its|you|we|i|me|us|colour|colours|coloured|kind|kinds|type|types|' +
  'sort|sorts|side|sides|edge|edges|direction|time|times|moment|moments|instant|instants|point|' +
  'points|number|amount|count|camera|cameras|stream|streams|feed|list|show|find|name|alone|empty|' +
  "unoccupied|free|vacant|deserted|most|more|fewest|smallest|largest|least|biggest|lowest|highest|greatest|maximum|minimum|max|min|total|average|mean|'s|so|yet|already|" +
  'true|case|same|simultaneously|across|towards|also|too|occasions|occasion|else|occupied|busy|always|inside|within|over|duration|length';
for (const word of split(plainWords)) {
  const earlier = entries.get(word);
  const isKept = earlier && ['aux', 'kind'].includes(earlier.cat);
  if (!isKept) entries.set(word, { cat: 'word', value: word });
}
define('one', { cat: 'number', value: 1 });
define('away|gone|missing|absent', { cat: 'verb', meaning: 'away', form: 'participle' });

const phrases: Readonly<Record<string, string>> = {
  'at-once':
    'at the same time|at once|at the same moment|simultaneously|together|at one time|at any one time|at a time|at any given time|in parallel|jointly|side by side|concurrently|at the same instant',
  'how-many': 'how many|what number of|what is the number of|how many of',
  'how-often':
    'how often|how many times|how many different times|on how many occasions|how frequently',
  'how-long':
    'how long|for how long|how much time|how many seconds|how many minutes|for how many seconds|for how many minutes|how much of the time|what length of time',
  when: 'when|at what time|what time|at which time|at what moment|at which moment|at what point|exactly when|when exactly|at what times|at which times|which times|what times|which moment|what moment',
  ever: 'ever|at any time|at any point|at any moment|at some point|at some time|at some moment|at all|a moment with|a moment when|a time when|a point when|any time when|any moment when|any point when|a moment in which|a time with|a point with|any moment with|any time with|a moment where|a time where|a point where|any time where|any point where|any moment where|times when',
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
for (const [value, line] of Object.entries(phrases)) define(line, { cat: 'word', value });
define('throughout', { cat: 'word', value: 'whole' });

export const sceneNouns =
  'room|scene|picture|image|frame|view|screen|place|area|table|desk|floor|location|spot|premises|site|surface|tabletop|space';
for (const noun of split(sceneNouns)) {
  entries.set(noun, { cat: 'place', place: 'scene', name: noun });
}

// What people ask for and the system never sees, with the reason it gives.

const unseen: Readonly<Record<string, string>> = {
  'this system cannot tell men from women':
    'man|men|woman|women|male|males|female|females|lady|ladies|gentleman|gentlemen|guy|guys|girl|girls|boy|boys|he|she|him|her|his|hers|bloke|dude|sir|madam',
  'this system cannot tell how old somebody is':
    'child|children|kid|kids|baby|babies|toddler|toddlers|adult|adults|teenager|teenagers|old|young|elderly|older|younger|senior|age',
  'this system does not know who somebody is':
    'name|names|called|identity|employee|employees|staff|owner|neighbour|neighbor|stranger|strangers|thief|burglar|postman|courier|worker|workers|policeman|policewoman|police|officer|guard|player|players|keeper|referee|driver|drivers|cashier|waiter|colleague|boss|friend|friends',
  'this system does not read faces or feelings':
    'smile|smiles|smiled|smiling|laugh|laughs|laughed|laughing|cry|cries|cried|crying|angry|happy|sad|upset|nervous|frown|frowning|mood|emotion|face|faces|friendly|suspicious|suspiciously|scared|drunk',
  'this system does not see postures':
    'sit|sits|sat|sitting|lie|lies|lay|lying|kneel|kneels|kneeling|fall|falls|fell|fallen|falling|jump|jumps|jumped|jumping|bend|bends|bending|crouch|crouching|sleep|sleeps|slept|sleeping|dance|dances|danced|dancing|climb|climbs|climbed|climbing|wave|waved|waving|squat|squatting|lean|leaning|seated',
  'this system does not see what hands do or who touches what':
    'touch|touches|touched|touching|hit|hits|hitting|kick|kicks|kicked|kicking|fight|fights|fought|fighting|push|pushes|pushed|pushing|kiss|kissed|hug|hugged|hugging|throw|throws|threw|thrown|throwing|catch|caught|catching|eat|eats|ate|eaten|eating|drink|drinks|drank|drinking|read|reads|reading|write|writes|wrote|writing|type|typing|smoke|smokes|smoked|smoking|open|opens|opened|opening|close|closes|closed|closing|break|breaks|broke|broken|breaking|use|uses|used|using|pour|poured|pouring|shake|shook|shaking|point|pointed|pointing|give|gives|gave|gives|hand over|handed|hands|hand|finger|fingers|phone call|clap|clapping',
  'this system does not hear sound':
    'say|says|said|speak|speaks|spoke|speaking|talk|talks|talked|talking|shout|shouted|shouting|scream|screamed|hear|heard|sound|sounds|noise|noises|music|loud|bark|barks|barked|barking|voice|voices|sing|sang|singing',
  'this system does not tell such pieces of clothing apart':
    'cardigan|cardigans|hat|hats|cap|caps|helmet|helmets|glasses|sunglasses|scarf|scarves|gloves|glove|shoes|shoe|boots|boot|uniform|uniforms|mask|masks|belt|watch|ring|necklace|earrings|apron|hijab|hood|turban|socks',
  'this system does not see hair or build':
    'hair|haired|blond|blonde|brunette|bald|beard|bearded|moustache|tall|taller|tallest|short|shorter|fat|thin|slim|big|bigger|biggest|small|smaller|smallest one|large|larger|tiny|huge|heavy',
  'this system does not read text in the picture':
    'text|written|writes|letter|letters|sign|signs|logo|licence|license|plate|plates|number plate|license plate|licence plate|label|labels|word|words|title|brand|score',
  'this system does not know reasons or intentions':
    'why|reason|intend|intends|intention|want|wants|wanted|try|tries|tried|trying|plan|plans|planning|going to|about to|think|thinks|feel|feels|know|knows|like|likes|look like|looks like|look|looks|looked|looking',
};
for (const [why, words] of Object.entries(unseen)) {
  for (const word of split(words)) {
    const earlier = entries.get(word);
    if (!earlier || isOverruled(word)) entries.set(word, { cat: 'unseen', why });
  }
}

function isOverruled(word: string): boolean {
  return ['he', 'she', 'him', 'her', 'his', 'why', 'name', 'names'].includes(word);
}
define('name', { cat: 'word', value: 'list' });
