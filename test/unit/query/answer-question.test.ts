/** What every answer promises: evidence, honesty about what was not watched, stable under change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subtractRanges } from '../../../kernel/time.ts';
import { answerQuestion } from '../../../query/answer-question.ts';
import type { Answer } from '../../../query/domain/answer.ts';
import { planSchema } from '../../../query/domain/plan.ts';
import type { Question } from '../../../query/domain/question.ts';
import { type MemoryWorld, memoryReaders } from '../../support/memory-readers.ts';
import { hall, hallThings, shelf } from '../../support/scripted-worlds.ts';
import { trajectoriesOf } from '../../support/truth-trajectories.ts';

const start = hall.streams[0]!.watched[0]!.start;
const at = (seconds: number): number => start + seconds * 1000;

const ask = (text: string, world: MemoryWorld = hall, more: Partial<Question> = {}) =>
  answerQuestion({ text, ...more }, memoryReaders(world));

/** The hall, not watched during some of its seconds; its first and last second always are. */
const blindDuring = (...spans: readonly (readonly [number, number])[]): MemoryWorld => {
  const [stream] = hall.streams;
  const blind = spans.map(([from, to]) => ({
    start: at(Math.max(1, from)),
    end: at(Math.min(179, to)),
  }));
  const watched = stream!.watched.flatMap((range) => subtractRanges(range, blind));
  return { ...hall, streams: [{ ...stream!, watched }] };
};

const yesNoQuestions = [
  'Did anyone come in a red top?',
  'Was a car there?',
  'Did anyone stay longer than 50 seconds?',
  'Were two people there at the same time?',
  'Was the room ever empty?',
  'Did the dog come before the person in green?',
  'Did anyone wear pink?',
  'Did more than five people come?',
  'Was anyone there between 09:01:11 and 09:01:28?',
];

/** Without ids and times of asking, which differ from call to call. */
const essence = ({ verdict, reason, value, text }: Answer) => ({ verdict, reason, value, text });

describe('coverage', () => {
  it('a no needs the whole asked range to have been watched', async () => {
    const answer = await ask('Did a car come?', blindDuring([80, 85]));
    expect(answer.verdict).toBe('unknown');
    expect(answer.reason).toBe('not-covered');
    expect(answer.text).toContain('09:01:20 to 09:01:25');
    expect(answer.coverage.gaps).toEqual([
      { streamId: 'hall', start: at(80), end: at(85), reason: 'connection-lost' },
    ]);
  });

  it('a yes does not', async () => {
    expect((await ask('Did a dog come?', blindDuring([80, 85]))).verdict).toBe('yes');
  });

  it('a hole of less than half a second is no reason for doubt', async () => {
    expect((await ask('Did a car come?', blindDuring([80, 80.4]))).verdict).toBe('no');
  });

  it('holes of a frame between chunks never add up to a gap', async () => {
    const holes = Array.from({ length: 11 }, (_, n) => [(n + 1) * 15, (n + 1) * 15 + 0.2] as const);
    expect((await ask('Did a car come?', blindDuring(...holes))).verdict).toBe('no');
  });

  it('counts with a gap are at least so many', async () => {
    const answer = await ask('How many people came?', blindDuring([80, 85]));
    expect(answer.value).toEqual({ type: 'count', count: 5 });
    expect(answer.text).toMatch(/^At least 5 people/);
  });

  it('a count of none with a gap is unknown', async () => {
    expect((await ask('How many cars came?', blindDuring([80, 85]))).verdict).toBe('unknown');
  });

  it('nothing recorded at all is unknown, not no', async () => {
    const answer = await ask('Was anyone there?', { streams: [], trajectories: [] });
    expect([answer.verdict, answer.reason]).toEqual(['unknown', 'not-covered']);
  });

  it('removing coverage never turns an answer into no', async () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 175 }), fc.integer({ min: 1, max: 40 })),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...yesNoQuestions), spans, async (text, raw) => {
        const blind = raw.map(([from, length]) => [from, from + length] as const);
        const whole = await ask(text);
        const holed = await ask(text, blindDuring(...blind));
        if (whole.verdict !== 'no') expect(holed.verdict).not.toBe('no');
      }),
      { numRuns: 150 },
    );
  });

  it('a wider gap never knows more than a narrower one', async () => {
    const rank = (verdict: Answer['verdict']) => (verdict === 'unknown' ? 0 : 1);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Was a car there?', 'Did anyone wear pink?', 'Did six people come?'),
        fc.integer({ min: 20, max: 160 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        async (text, middle, narrow, more) => {
          const small = await ask(text, blindDuring([middle - narrow, middle + narrow]));
          const wide = [middle - narrow - more, middle + narrow + more] as const;
          const large = await ask(text, blindDuring(wide));
          expect(rank(large.verdict)).toBeLessThanOrEqual(rank(small.verdict));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('evidence', () => {
  it('of an instant lies around it, of a presence is the presence', async () => {
    const came = await ask('When did the third person come?');
    expect(came.evidence).toMatchObject([{ range: { start: at(50) - 1500, end: at(50) + 1501 } }]);
    const there = await ask('Was anyone there at 09:00:10?');
    expect(there.evidence).toMatchObject([{ range: { start: at(5), end: at(20) } }]);
  });

  it('has boxes of its objects, at most two a second', async () => {
    const [evidence] = (await ask('Was anyone there at 09:00:10?')).evidence;
    const times = evidence!.boxes.map((box) => box.at);
    expect(times.length).toBeGreaterThan(20);
    for (const [n, time] of times.slice(1).entries()) {
      expect(time - times[n]!).toBeGreaterThanOrEqual(500);
    }
  });

  it('names a clip only where a recording is left', async () => {
    const kept = await ask('Did a dog come?');
    expect(kept.evidence[0]!.clipId).toMatch(/^hall_\d+_\d+$/);
    const gone = await ask('Did a dog come?', { ...hall, isRecorded: false });
    expect(gone.evidence[0]!.clipId).toBeNull();
  });

  it('a count has one fact for each object, each with its own evidence', async () => {
    const { facts } = await ask('How many people came?');
    expect(facts).toHaveLength(5);
    expect(new Set(facts.map(({ evidence }) => evidence[0]!.range.start)).size).toBe(5);
  });

  it('an order rests on both of its times', async () => {
    const { facts } = await ask('Did the first person leave before the second arrived?');
    expect(facts.map(({ statement }) => statement)).toEqual([
      'The first person (red top) left at 09:00:20',
      'The second person (black top) came at 09:00:30',
    ]);
  });

  it('that a room was empty shows the empty room', async () => {
    const { verdict, evidence } = await ask('Was the room empty at 09:01:20?');
    expect(verdict).toBe('yes');
    expect(evidence).toMatchObject([{ streamId: 'hall', trajectoryIds: [] }]);
  });
});

describe('what was not seen clearly', () => {
  const world = (over: object): MemoryWorld => ({
    ...hall,
    trajectories: trajectoriesOf([{ ...hallThings[0]!, ...over }], {
      streamId: 'hall',
      startAt: start,
      duration: 180,
    }),
  });

  it('a person without a known colour may have worn red', async () => {
    const answer = await ask('Did anyone wear red?', world({ top: undefined, bottom: undefined }));
    expect([answer.verdict, answer.reason]).toEqual(['unknown', 'not-seen-clearly']);
  });

  it('an assumed kind counts, with less confidence, and the answer says so', async () => {
    const sure = await ask('How many people came?', world({}));
    const assumed = await ask('How many people came?', world({ kindAssumed: true }));
    expect(assumed.value).toEqual(sure.value);
    expect(assumed.confidence).toBeLessThan(sure.confidence);
    expect((await ask('Who came?', world({ kindAssumed: true }))).text).toContain('taken for a');
  });

  it('something unnamed with votes for the kind leaves the question open', async () => {
    const [thing] = world({ kind: 'object' }).trajectories;
    const voted = { ...thing!, kindVotes: [{ kind: 'car', weight: 0.4 }] };
    const answer = await ask('Did a car come?', { ...hall, trajectories: [voted] });
    expect([answer.verdict, answer.reason]).toEqual(['unknown', 'not-seen-clearly']);
  });

  it('a flicker of under a second is one stay', async () => {
    const flickering = world({
      there: [
        [5, 9],
        [9.8, 20],
      ],
    });
    expect((await ask('How many times did someone come?', flickering)).value).toEqual({
      type: 'count',
      count: 1,
    });
    expect((await ask('Was anyone there at 09:00:09?', flickering)).verdict).toBe('yes');
  });
});

describe('identity', () => {
  it('trajectories that are linked count once', async () => {
    const [a, b] = ['hall/a', 'hall/d'];
    const link = {
      id: 'l',
      streamId: 'hall',
      from: a!,
      to: b!,
      score: 0.9,
      evidence: '',
      madeAt: 0,
    };
    const answer = await ask('How many people came?', { ...hall, links: [link] });
    expect(answer.value).toEqual({ type: 'count', count: 4 });
  });

  it('bottles at one place are one bottle', async () => {
    const [first, ...rest] = shelf.trajectories;
    const [earlier, later] = first!.states.filter(({ predicate }) => predicate === 'present');
    const split = [
      { ...first!, id: 'shelf/l1', lastAt: earlier!.range.end, states: [earlier!] },
      { ...first!, id: 'shelf/l2', firstAt: later!.range.start, states: [later!] },
    ];
    const answer = await ask('How long was the left bottle away?', {
      ...shelf,
      trajectories: [...split, ...rest],
    });
    expect(answer.value).toEqual({ type: 'duration', ms: 20_000 });
  });
});

describe('multiple choice', () => {
  it.each([
    ['How many people came?', ['four', 'five', 'six'], 'B'],
    ['How many people came?', ['A. 4', 'B. 6', 'C. 5'], 'C'],
    ['Did a dog come?', ['Yes', 'No'], 'A'],
    ['What colour was the dog?', ['Black', 'Brown', 'White'], 'B'],
    ['From which side do people enter?', ['from the right', 'from the left'], 'B'],
    ['When did the dog come?', ['09:01:20', '09:01:40', '09:02:00'], 'B'],
    ['How long was the dog there?', ['5 seconds', '10 seconds', '1 minute'], 'B'],
    ['Who stayed the longest?', ['the first person', 'the fifth person'], 'B'],
    ['Which person left first?', ['The person in black', 'The person in red'], 'B'],
  ])('%s %j is %s', async (text, options, option) => {
    const answer = await ask(text, hall, { options });
    expect(answer.value).toMatchObject({ type: 'option', option });
  });

  it.each([
    ['no option says it', ['1', '2']],
    ['two options say it', ['5', 'five']],
  ])('is unknown when %s', async (_, options) => {
    const answer = await ask('How many people came?', hall, { options });
    expect(answer.verdict).toBe('unknown');
  });
});

describe('stability', () => {
  const moved = (ms: number): MemoryWorld => ({
    ...hall,
    streams: hall.streams.map((stream) => ({
      ...stream,
      watched: stream.watched.map((range) => ({ start: range.start + ms, end: range.end + ms })),
    })),
    trajectories: hall.trajectories.map((one) => ({
      ...one,
      firstAt: one.firstAt + ms,
      lastAt: one.lastAt + ms,
      states: one.states.map((state) => ({
        ...state,
        range: { start: state.range.start + ms, end: state.range.end + ms },
      })),
    })),
  });

  it('shifting all times shifts the answers', async () => {
    const questions = ['When did the third person come?', 'When was the dog there?'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...questions),
        fc.integer({ min: -30, max: 30 }),
        async (text, days) => {
          const ms = days * 86_400_000 + days * 1000;
          const [before, after] = [await ask(text), await ask(text, moved(ms))];
          const times = [before, after].map(({ value }) =>
            value?.type === 'instant' ? value.at : Number.NaN,
          );
          expect(times[1]! - times[0]!).toBe(ms);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('a thing of another kind changes nothing', async () => {
    const questions = [...yesNoQuestions, 'How many people came?', 'Who stayed the longest?'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...questions),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 60 }),
        async (text, from, length) => {
          const thing = { id: 'extra', kind: 'bicycle', there: [[from, from + length]] as const };
          const recording = { streamId: 'hall', startAt: start, duration: 180 };
          const extra = trajectoriesOf([thing], recording);
          const more = { ...hall, trajectories: [...hall.trajectories, ...extra] };
          expect(essence(await ask(text, more))).toEqual(essence(await ask(text)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is the same for the same question', async () => {
    for (const text of yesNoQuestions) {
      expect(essence(await ask(text))).toEqual(essence(await ask(text)));
    }
  });
});

describe('names of cameras', () => {
  const named = (name: string): MemoryWorld => ({
    ...hall,
    streams: [{ ...hall.streams[0]!, name }],
  });

  it.each(['People', 'dogs', 'Left', 'first', 'Red', 'How many'])(
    'a camera called %s does not change what words mean',
    async (name) => {
      const questions = ['How many people came from the left?', 'Did a dog come first?'];
      for (const text of [...questions, 'Did anyone in red come?', 'How many dogs were there?']) {
        expect(essence(await ask(text, named(name)))).toEqual(essence(await ask(text)));
      }
    },
  );

  it('is meant where it is called a camera', async () => {
    const answer = await ask('How many people came on the dogs camera?', named('dogs'));
    expect(answer.value).toEqual({ type: 'count', count: 5 });
  });
});

describe('the answer as data', () => {
  it('carries its plan, that no model was called, and clock times in the asker’s zone', async () => {
    const answer = await ask('When did the dog come?', hall, { timeZone: 'Asia/Tokyo' });
    expect(planSchema.parse(answer.plan.query)).toEqual(answer.plan.query);
    expect(answer.cost).toMatchObject({ modelCalls: 0, tokens: 0 });
    expect(answer.text).toContain('18:01:40');
  });

  it('a time zone that does not exist is read as UTC', async () => {
    const answer = await ask('When did the dog come?', hall, { timeZone: 'Nowhere/City' });
    expect(answer.text).toContain('09:01:40');
  });

  it('what is not understood says so and shows what can be asked', async () => {
    const answer = await ask('Colourless green ideas sleep furiously');
    expect(answer.verdict).toBe('unknown');
    expect(answer.text).toContain('\n- ');
  });

  it('never throws, whatever is asked', async () => {
    const word = fc.constantFrom(
      ...'how many people the left right first second in on a did was there before after red bottle who when not no leave came longer than 5 seconds and or at once ?'.split(
        ' ',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 14 }), async (words) => {
        const answer = await ask(words.join(' '));
        expect(answer.text.length).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200 }), async (text) => {
        expect(['yes', 'no', 'unknown', 'value']).toContain((await ask(text)).verdict);
      }),
      { numRuns: 300 },
    );
  });
});
