/**
 * What people ask for and the system never sees, with the reason it gives. Words that only describe
 * somebody (`the man in the long cardigan`) leave a part that is seen: a person, and a colour.
 */
import type { WordBook } from './word-book.ts';

type Table = Readonly<Record<string, string>>;

const gender = 'this system cannot tell men from women';
const age = 'this system cannot tell how old somebody is';
const clothes = 'this system does not tell such pieces of clothing apart';
const build = 'this system does not see hair or build';

/** Nouns for a person: one, then several. */
const people: readonly (readonly [why: string, one: string, several: string])[] = [
  [
    gender,
    'man|woman|lady|gentleman|guy|girl|boy|bloke|dude|sir|madam',
    'men|women|ladies|gentlemen|guys|girls|boys|males|females',
  ],
  [
    age,
    'child|kid|baby|toddler|adult|teenager|senior',
    'children|kids|babies|toddlers|adults|teenagers',
  ],
];

const garments: Readonly<Record<'top' | 'bottom' | 'whole', string>> = {
  top: 'cardigan|cardigans|poncho|ponchos|cape|waistcoat|tunic|kimono|robe',
  bottom: 'chinos|corduroys|sweatpants|joggers|tights',
  whole: 'uniform|uniforms|overall|overalls|tracksuit|gown|costume',
};

const worn: Table = {
  [clothes]:
    'hat|hats|cap|caps|helmet|helmets|glasses|sunglasses|scarf|scarves|gloves|glove|shoes|shoe|sneakers|trainers|sandals|boots|boot|mask|masks|belt|ring|necklace|earrings|apron|hijab|hood|turban|socks|tie|sleeves',
  [build]: 'hair|beard|moustache|ponytail|pony tail|curls',
};

const adjectives: Table = {
  [gender]: 'male|female',
  [age]: 'old|young|elderly|older|younger',
  [build]:
    'haired|blond|blonde|brunette|bald|bearded|tall|taller|tallest|short|shorter|fat|thin|slim|big|bigger|biggest|small|smaller|large|larger|tiny|huge|heavy',
  [clothes]:
    'leather|denim|woollen|wool|knitted|cotton|linen|silk|velvet|fur|plaid|checked|checkered|striped|patterned|floral|dotted|plain|loose|tight|thick|sleeveless|long-sleeved|short-sleeved|hooded|buttoned|zipped|unbuttoned',
  'this system tells colours, and not how light or dark they are': 'light|dark|pale|bright|faded',
};

/** Two people who do it to each other are there at once; whether they do it is not seen. */
const interactions: Table = {
  'this system does not see what hands do or who touches what':
    'hit|hits|hitting|kick|kicks|kicked|kicking|fight|fights|fought|fighting|fight with|fought with|push|pushes|pushed|pushing|kiss|kisses|kissed|kissing|hug|hugs|hugged|hugging|embrace|embraces|embraced|shake hands with|shakes hands with|shook hands with|pat|patted|attack|attacks|attacked|attacking',
  'this system does not see who deals with whom':
    'meet|meets|met|meeting|meet with|met with|greet|greets|greeted|greeting|help|helps|helped|helping|wave to|waved to|wave at|waved at',
  'this system does not hear sound':
    'talk to|talks to|talked to|talking to|talk with|talks with|talked with|talking with|speak to|speaks to|spoke to|speaking to|speak with|speaks with|spoke with|chat with|chats with|chatted with|shout at|shouts at|shouted at',
};

const unseen: Table = {
  [gender]: 'he|she|him|her|his|hers',
  [age]: 'age',
  'this system does not know who somebody is':
    'names|called|identity|employee|employees|staff|owner|neighbour|neighbor|stranger|strangers|thief|burglar|postman|courier|worker|workers|policeman|policewoman|police|officer|guard|player|players|keeper|referee|driver|drivers|cashier|waiter|colleague|boss|friend|friends',
  'this system does not read faces or feelings':
    'smile|smiles|smiled|smiling|laugh|laughs|laughed|laughing|cry|cries|cried|crying|angry|happy|sad|upset|nervous|frown|frowning|mood|emotion|face|faces|friendly|suspicious|suspiciously|scared|drunk',
  'this system does not see postures':
    'sit|sits|sat|sitting|lie|lies|lay|lying|kneel|kneels|kneeling|fall|falls|fell|fallen|falling|jump|jumps|jumped|jumping|bend|bends|bending|crouch|crouching|sleep|sleeps|slept|sleeping|dance|dances|danced|dancing|climb|climbs|climbed|climbing|wave|waved|waving|squat|squatting|lean|leaning|seated',
  'this system does not see what hands do or who touches what':
    'touch|touches|touched|touching|throw|throws|threw|thrown|throwing|catch|caught|catching|eat|eats|ate|eaten|eating|drink|drinks|drank|drinking|read|reads|reading|write|writes|wrote|writing|type|typing|smoke|smokes|smoked|smoking|open|opens|opened|opening|close|closes|closed|closing|break|breaks|broke|broken|breaking|use|uses|used|using|pour|poured|pouring|shake|shook|shaking|point|pointed|pointing|give|gives|gave|gives|hand over|handed|hands|hand|finger|fingers|phone call|clap|clapping',
  'this system does not hear sound':
    'say|says|said|speak|speaks|spoke|speaking|talk|talks|talked|talking|shout|shouted|shouting|scream|screamed|hear|heard|sound|sounds|noise|noises|music|loud|bark|barks|barked|barking|voice|voices|sing|sang|singing',
  [clothes]: 'watch',
  [build]: 'smallest one',
  'this system does not read text in the picture':
    'text|written|writes|letter|letters|sign|signs|logo|licence|license|plate|plates|number plate|license plate|licence plate|label|labels|word|words|title|brand|score',
  'this system does not know reasons or intentions':
    'why|reason|intend|intends|intention|want|wants|wanted|try|tries|tried|trying|plan|plans|planning|going to|about to|think|thinks|feel|feels|know|knows|like|likes|look like|looks like|look|looks|looked|looking',
};

/** Last of all: a word that means something else already is not one of these. */
export function defineUnseen(book: WordBook): void {
  for (const [why, one, several] of people) {
    book.defineNew(one, { cat: 'kind', kind: 'person', plural: false, why });
    book.defineNew(several, { cat: 'kind', kind: 'person', plural: true, why });
  }
  for (const part of ['top', 'bottom', 'whole'] as const) {
    book.defineNew(garments[part], { cat: 'garment', part, why: clothes });
  }
  for (const [why, words] of Object.entries(worn)) {
    book.defineNew(words, { cat: 'unseen', why, role: 'worn' });
  }
  for (const [why, words] of Object.entries(adjectives)) {
    book.defineNew(words, { cat: 'unseen', why, role: 'adjective' });
  }
  for (const [why, words] of Object.entries(interactions)) {
    book.defineNew(words, { cat: 'unseen', why, role: 'interaction' });
  }
  for (const [why, words] of Object.entries(unseen)) book.defineNew(words, { cat: 'unseen', why });
}
