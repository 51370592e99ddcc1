/** Takes off what people say around a question: `can you tell me`, `please`, `thanks`. */

/** `text` is lower case with plain quotes, as `normaliseText` makes it. */
export function withoutCourtesy(text: string): string {
  let line = text;
  for (let before = ''; before !== line; ) {
    before = line;
    line = courtesies.reduce((rest, pattern) => rest.replace(pattern, ''), line).trim();
  }
  return line.replace(/^(?:if|whether) /, '').replace(/[?.!\s]+$/, '') || text;
}

const ask = '(?:can|could|would|will) (?:you|u|we|i)(?: please| kindly| maybe)?';
const tell =
  '(?:tell|show|give|inform)(?: me| us)?|let (?:me|us) know|say|check|find out|see|confirm';

/** What is to be told later (`tell me when a person comes`) is no courtesy. */
const laterWords = '(?!\\s(?:when|if|as soon as|whenever)\\b)';

const courtesies: readonly RegExp[] = [
  /^(?:please|pls|hey|hi|hello|ok|okay|so|well|and|um|uh|erm|now then|sorry|excuse me|quick question)[,:]? /,
  /[, ]+(?:please|pls|thanks|thank you|many thanks|or not|by any chance|if you can|if possible|do you know)$/,
  /\b(?:please|by any chance|actually|really|perhaps|maybe)\b,? ?/,
  new RegExp(
    `^${ask} (?:${tell})(?= (?:if|whether|when|how|what|which|who|where|from|on|at|in)\\b)`,
  ),
  new RegExp(`^${ask} (?=(?:list|show|find|count|name|give)\\b)`),
  /^(?:do|did|would) you (?:happen to )?(?:know|remember|recall|notice|see) (?=(?:if|whether|when|how|what|which|who|from|on|at|in)\b)/,
  /^(?:i(?: would|'d)? (?:like|want|need|love) to (?:know|see|find out|ask)|i (?:wonder|was wondering|am wondering|ask myself)|(?:i have )?any idea|may i ask|is it (?:true|correct|right|the case) that|tell me,?|i need to know)[,:]? ?(?=(?:if|whether|when|how|what|which|who|from|on|at|in|that|there|someone|any|a|the)\b)/,
  /^i(?: would|'d)? (?:need|want|like) (?=(?:the|a|to)\b)/,
  /, (?:right|correct|is it not|was it not|isn't it|wasn't it|didn't they|yes|ok)$/,
  new RegExp(`^tell (?:me|us)${laterWords} `),
];
