/** What people ask for and the system never sees, with the reason it gives. */
import type { WordBook } from './word-book.ts';

const unseen: Readonly<Record<string, string>> = {
  'this system cannot tell men from women':
    'man|men|woman|women|male|males|female|females|lady|ladies|gentleman|gentlemen|guy|guys|girl|girls|boy|boys|he|she|him|her|his|hers|bloke|dude|sir|madam',
  'this system cannot tell how old somebody is':
    'child|children|kid|kids|baby|babies|toddler|toddlers|adult|adults|teenager|teenagers|old|young|elderly|older|younger|senior|age',
  'this system does not know who somebody is':
    'names|called|identity|employee|employees|staff|owner|neighbour|neighbor|stranger|strangers|thief|burglar|postman|courier|worker|workers|policeman|policewoman|police|officer|guard|player|players|keeper|referee|driver|drivers|cashier|waiter|colleague|boss|friend|friends',
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

/** Last of all: a word that means something else already is not one of these. */
export function defineUnseen(book: WordBook): void {
  for (const [why, words] of Object.entries(unseen)) book.defineNew(words, { cat: 'unseen', why });
}
