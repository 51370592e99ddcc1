/** Which option of a multiple choice says what was found; nothing when none or two do. */
import type { AnswerValue } from '../domain/answer.ts';
import { clockTimeOf, numberOf, unitMs } from '../language/clock-words.ts';
import { formatInstant } from '../language/format-time.ts';
import { meaningOf } from '../language/lexicon.ts';
import { tokensOf } from '../language/tokens.ts';
import type { Finding } from './finding.ts';

export interface Choice {
  readonly option: string;
  readonly text: string;
}

/** Letters are counted from A; a letter the option starts with (`B. 5`) is not part of its text. */
export function chooseOption(
  options: readonly string[],
  finding: Finding,
  timeZone: string,
): Choice | undefined {
  const texts = options.map((option) => option.replace(/^[A-Z][.)]\s+/, '').trim());
  const scored = texts.map((text) => agreement(text, finding, timeZone));
  const best = Math.max(...scored);
  const winners = scored.flatMap((score, index) => (score === best ? [index] : []));
  if (best <= 0 || winners.length !== 1) return undefined;
  const index = winners[0]!;
  return { option: String.fromCharCode(65 + index), text: options[index]! };
}

/** 0: the option does not say it. */
function agreement(option: string, finding: Finding, timeZone: string): number {
  if (finding.verdict === 'yes' || finding.verdict === 'no') {
    return yesNoOf(option) === finding.verdict ? 1 : 0;
  }
  return finding.value ? valueAgreement(option, finding.value, finding.text, timeZone) : 0;
}

function yesNoOf(option: string): 'yes' | 'no' | undefined {
  const first = tokensOf(option)[0];
  if (first === 'yes' || first === 'true') return 'yes';
  return first === 'no' || first === 'false' || first === 'never' ? 'no' : undefined;
}

function valueAgreement(
  option: string,
  value: AnswerValue,
  text: string,
  timeZone: string,
): number {
  switch (value.type) {
    case 'count':
      return numberIn(option) === value.count ? 1 : 0;
    case 'instant':
      return instantAgreement(option, value.at, timeZone);
    case 'instants':
      return value.at.every((at) => option.includes(formatInstant(at, timeZone))) ? 1 : 0;
    case 'duration':
      return durationAgreement(option, value.ms);
    case 'objects':
      return value.labels.length === 0
        ? Number(/^(nobody|none|nothing|no one)\b/i.test(option))
        : wordAgreement(option, value.labels.join(' '));
    case 'text':
      return wordAgreement(option, value.text);
    case 'option':
      return option === text ? 1 : 0;
  }
}

function numberIn(option: string): number | undefined {
  const words = tokensOf(option);
  if (words.some((word) => ['none', 'nobody', 'no'].includes(word))) return 0;
  const numbers = words.flatMap((word) => {
    const tag = meaningOf(word);
    if (tag?.cat === 'number') return [tag.value];
    return /^\d+$/.test(word) ? [Number(word)] : [];
  });
  return numbers.length === 1 ? numbers[0] : undefined;
}

const instantToleranceMs = 2500;

function instantAgreement(option: string, at: number, timeZone: string): number {
  const time = clockTimeOf(option.toLowerCase().replace(/^at /, ''));
  if (!time) return 0;
  const dayStart = at - (at % 86_400_000);
  const said = formatInstant(at, timeZone).split(':').map(Number);
  const asked = ((time.hour * 60 + time.minute) * 60 + time.second) * 1000;
  const found = ((said[0]! * 60 + said[1]!) * 60 + said[2]!) * 1000 + ((at - dayStart) % 1000);
  const tolerance = time.resolution === 60_000 ? 60_000 : instantToleranceMs;
  const off = Math.abs(asked - found);
  return off <= tolerance ? 1 - off / (2 * tolerance) : 0;
}

/** The nearest duration wins, if it is near enough. */
function durationAgreement(option: string, ms: number): number {
  const match = /(\d+(?:\.\d+)?|\w+)\s*-?\s*(s|sec|seconds?|m|min|minutes?|h|hours?)\b/i.exec(
    option,
  );
  const bare = /^\d+(?:\.\d+)?$/.test(option);
  const asked = match
    ? numberOf(match[1]!.toLowerCase()) * unitMs(match[2]!.toLowerCase())
    : Number(option) * 1000;
  if (!match && !bare) return 0;
  const off = Math.abs(asked - ms);
  return off <= Math.max(3000, ms * 0.15) ? 1 / (1 + off / 1000) : 0;
}

const emptyWords = new Set([
  'the',
  'a',
  'an',
  'one',
  'in',
  'on',
  'at',
  'of',
  'to',
  'with',
  'was',
  'is',
]);

/** How much of what the option says is in the found words; a colour or side that is not: none. */
function wordAgreement(option: string, found: string): number {
  const words = tokensOf(option).filter((word) => !emptyWords.has(word));
  const have = new Set(tokensOf(found).map((word) => ordinalDigits[word] ?? word));
  if (words.length === 0) return 0;
  const hits = words.filter((word) => have.has(ordinalDigits[word] ?? word));
  const tellsOtherwise = words.some((word) => isTelling(word) && !have.has(word));
  return tellsOtherwise ? 0 : hits.length / words.length;
}

const ordinalDigits: Readonly<Record<string, string>> = {
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
  '5th': 'fifth',
  '6th': 'sixth',
};

const isTelling = (word: string): boolean =>
  ['colour', 'side', 'ordinal', 'unseen', 'kind'].includes(meaningOf(word)?.cat ?? '');
