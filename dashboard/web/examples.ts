/** Questions that every stream can answer, to begin with. */
export const examples: readonly string[] = [
  'How many people came?',
  'When did the last person leave?',
  'Was anyone there in the last 10 minutes?',
  'How long was the longest visit?',
];
