/** Numbers to reach that nothing can measure yet, and what they wait for. */
export const notYet: readonly { readonly what: string; readonly waitsFor: string }[] = [
  {
    what: 'publish: our outbox publisher / bare kafkajs batch send',
    waitsFor: 'a message log on Kafka; the one in memory has no bare counterpart to compare with',
  },
  {
    what: 'calls to the vision language model per chunk, whatever the number of standing questions',
    waitsFor: 'a vision language model behind a port; today no chunk makes any call',
  },
  {
    what: 'picture to urgent alert over the fast path',
    waitsFor:
      'the fast path; `live-delay` measures picture to alert over the chunk, which is what exists',
  },
  {
    what: 'alert delay over its bound with a model that answers at once',
    waitsFor: 'a fast vision language model behind a port',
  },
];
