/** `ask` and `watch`: questions in, answers and alerts out. */
import type { QueryApi } from '../query/contract.ts';
import { questionSchema } from '../query/domain/question.ts';
import { newStandingQuestionSchema } from '../query/domain/standing-question.ts';
import type { AskOptions, WatchOptions } from './command-line.ts';
import type { Output } from './output.ts';
import { parseChoices, parseInput, parseInstant, parseSeconds } from './parse-arguments.ts';
import { answerText, standingQuestionText } from './print-answer.ts';

export async function ask(query: QueryApi, text: string, options: AskOptions, output: Output) {
  const { zone } = output;
  const question = parseInput('question', questionSchema, {
    text,
    timeZone: zone,
    streamIds: options.stream,
    from: options.from === undefined ? undefined : parseInstant('--from', options.from, zone),
    to: options.to === undefined ? undefined : parseInstant('--to', options.to, zone),
    options: options.options === undefined ? undefined : parseChoices('--options', options.options),
  });
  const answer = await query.ask(question);
  output.show(answer, () => answerText(answer, zone));
}

export async function watch(query: QueryApi, text: string, options: WatchOptions, output: Output) {
  const asked = parseInput('watch', newStandingQuestionSchema, {
    question: text,
    streamIds: options.stream,
    holdForSeconds: options.for === undefined ? 0 : parseSeconds('--for', options.for),
    webhookUrl: options.webhook,
  });
  const question = await query.watch(asked);
  output.show(question, () => standingQuestionText(question));
}
