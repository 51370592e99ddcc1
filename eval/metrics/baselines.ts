/**
 * Answerers that never see a video: what a score is worth is how far it lies above them. Each gives
 * one answer per question, in the order of the questions, to be judged as any system's.
 */
import { randomIndex, seededRandom } from './random.ts';

/** A closed question with its gold answer: yes or no, or the letter of an option. */
export interface ClosedQuestion {
  readonly video: string;
  /** What a blind answerer can tell questions apart by: `qa`, `mcqa long_term`. */
  readonly type: string;
  /** What may be answered, in a fixed order: `['Yes', 'No']`, `['A', 'B', 'C', 'D']`. */
  readonly choices: readonly string[];
  readonly gold: string;
}

/**
 * The most frequent gold answer of the question's type, learnt from the other videos only. A type
 * that no other video has is answered as its kind of choices is elsewhere; else the first choice.
 */
export function majorityFromOtherVideos(questions: readonly ClosedQuestion[]): string[] {
  const learnt = [typeOf, kindOfChoices].map((keyOf) => {
    const inItsVideo = (question: ClosedQuestion) => `${question.video}\n\n${keyOf(question)}`;
    const all = tallied(questions, keyOf);
    const own = tallied(questions, inItsVideo);
    return (question: ClosedQuestion) =>
      mostFrequent(question, all.get(keyOf(question)), own.get(inItsVideo(question)));
  });
  return questions.map(
    (question) =>
      learnt.map((answerOf) => answerOf(question)).find((answer) => answer !== undefined) ??
      question.choices[0]!,
  );
}

/** The most frequent gold answer of the question's type among all: the best constant of each type. */
export function bestConstantPerType(questions: readonly ClosedQuestion[]): string[] {
  const all = tallied(questions, typeOf);
  return questions.map(
    (question) => mostFrequent(question, all.get(typeOf(question))) ?? question.choices[0]!,
  );
}

/** A choice drawn uniformly for each question. */
export function randomChoice(questions: readonly ClosedQuestion[], seed: number): string[] {
  const random = seededRandom(seed);
  return questions.map(({ choices }) => choices[randomIndex(random, choices.length)]!);
}

type Tally = Map<string, number>;

const kindOfChoices = ({ choices }: ClosedQuestion): string => choices.join('\n');

/** Questions of different choices are never of one type, whatever they call it. */
const typeOf = (question: ClosedQuestion): string =>
  `${question.type}\n\n${kindOfChoices(question)}`;

function tallied(
  questions: readonly ClosedQuestion[],
  keyOf: (question: ClosedQuestion) => string,
): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const question of questions) {
    const key = keyOf(question);
    const tally = tallies.get(key) ?? new Map<string, number>();
    tallies.set(key, tally.set(question.gold, (tally.get(question.gold) ?? 0) + 1));
  }
  return tallies;
}

/** Of the question's choices; the first of equals; undefined when none was ever right. */
function mostFrequent(question: ClosedQuestion, all?: Tally, without?: Tally): string | undefined {
  let best: { choice: string; count: number } | undefined;
  for (const choice of question.choices) {
    const count = (all?.get(choice) ?? 0) - (without?.get(choice) ?? 0);
    if (count > (best?.count ?? 0)) best = { choice, count };
  }
  return best?.choice;
}
