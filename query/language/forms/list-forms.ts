/** Lists, and what is to be told when it happens. */
import { emptyClause } from '../clause.ts';
import { happeningOf } from '../clause-meaning.ts';
import { parseNounPhrase } from '../noun-phrase.ts';
import { nounContext } from '../parse-clause.ts';
import { parseYesNo } from '../yes-no.ts';
import { type FormParser, isVisitNoun, made, people, readClause, withSubject } from './form.ts';
import { whenForm } from './time-forms.ts';
import { byOf } from './which-forms.ts';

export const list: FormParser = (cursor, context) => {
  if (!cursor.word('list')) return undefined;
  cursor.skip('the', 'all', 'every', 'each', 'of', 'me', 'any');
  if (
    cursor.word('said-of-time', 'when', 'time', 'times', 'moment', 'moments', 'instant', 'point')
  ) {
    cursor.skip('at', 'which', 'when', 'that', 'where', 'in', 'of', 'on');
    const form = whenForm(readClause(cursor, context));
    return form;
  }
  const visits = cursor.peekOf('verb');
  if (visits?.form === 'base' && isVisitNoun(visits.text)) {
    return whenForm(withSubject(readClause(cursor, context), people));
  }
  const clause = emptyClause();
  clause.subject = parseNounPhrase(cursor, nounContext(context.antecedent));
  if (!clause.subject) return undefined;
  readClause(cursor, context, clause);
  const happening = happeningOf(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'label' }, clause);
};

export const tellMeWhen: FormParser = (cursor, context) => {
  if (!cursor.word('tell-me-when')) return undefined;
  const start = cursor.at;
  const clause = readClause(cursor, context);
  if (clause.tense === 'past') return whenForm(clause);
  cursor.at = start;
  return parseYesNo(cursor, context);
};
