import { describe, expect, it } from 'vitest';
import { describeWindow } from '../../../../processors/captions/describe-window.ts';
import type { Attribute } from '../../../../processors/domain/observation.ts';
import type { Predicate } from '../../../../processors/domain/state.ts';
import type { Trajectory } from '../../../../processors/domain/trajectory.ts';
import { aTrajectory, aTrajectoryState } from '../../../support/observations.ts';

const range = { start: 0, end: 15_000 };

/** Predicate, further arguments, and start and end in seconds. */
type Doing = readonly [Predicate, readonly string[], number, number];

interface Actor extends Partial<Trajectory> {
  readonly id: string;
  readonly does: readonly Doing[];
}

const tell = (actors: readonly Actor[], watched = 1) =>
  describeWindow({
    range,
    watched,
    trajectories: actors.map(({ does: _, ...trajectory }) => aTrajectory(trajectory)),
    states: actors.flatMap(({ id, does }) =>
      does.map(([predicate, args, start, end], n) =>
        aTrajectoryState(id, predicate, args, { start: start * 1_000, end: end * 1_000 }, n),
      ),
    ),
  });

const colour = (part: Attribute['part'], value: string, confidence = 0.8): Attribute => ({
  name: 'colour',
  part,
  value,
  confidence,
});

const throughout = (id: string, options: Partial<Trajectory> = {}): Actor => ({
  id,
  ...options,
  does: [
    ['present', [], -60, 60],
    ['stationary', [], -60, 60],
  ],
});

const visitor = (id: string, options: Partial<Trajectory> = {}): Actor => ({
  id,
  ...options,
  does: [
    ['present', [], 2, 14],
    ['enters', ['side:bottom'], 2, 3],
    ['moves', ['direction:up', 'speed:normal'], 2, 4],
    ['stops', [], 4, 4],
    ['stationary', [], 4, 12],
    ['moves', ['direction:right', 'speed:normal'], 12, 14],
    ['leaves', ['side:right'], 13, 14],
  ],
});

const bottle = (id: string, seen: readonly (readonly [number, number])[]): Actor => ({
  id,
  kind: 'bottle',
  firstAt: -60_000,
  does: seen.flatMap(([start, end]): Doing[] => [
    ['present', [], start, end],
    ...(start > 0 ? ([['appears', [], start, start]] as const) : []),
    ...(end < 15 ? ([['disappears', [], end, end]] as const) : []),
  ]),
});

describe('describeWindow()', () => {
  it.each<[string, readonly Actor[], string]>([
    ['an empty scene', [], 'Nothing happens.'],
    [
      'somebody who comes, stays and goes',
      [visitor('a', { attributes: [colour('top', 'grey')] })],
      'A person in a grey top enters from the bottom, stands still for eight seconds and leaves to the right.',
    ],
    [
      'clothes and doubtful colours',
      [
        throughout('a', {
          attributes: [
            colour('top', 'orange'),
            colour('top', 'red', 0.4),
            colour('bottom', 'blue', 0.2),
          ],
        }),
      ],
      'A person in an orange top stands still; nothing else happens.',
    ],
    [
      'somebody in one colour, whatever the colour of the whole',
      [
        throughout('a', {
          attributes: [colour('top', 'black'), colour('bottom', 'black'), colour('whole', 'red')],
        }),
      ],
      'A person in black stands still; nothing else happens.',
    ],
    [
      'a way out at the top',
      [
        {
          id: 'a',
          kind: 'car',
          does: [
            ['present', [], 0, 5],
            ['leaves', ['side:top'], 4, 5],
          ],
        },
      ],
      'A car leaves at the top.',
    ],
    [
      'parked cars',
      [throughout('a', { kind: 'car' }), throughout('b', { kind: 'car' })],
      'Two cars are parked; nothing else happens.',
    ],
    [
      'one car among people',
      [throughout('a', { kind: 'car', attributes: [colour('whole', 'red')] }), visitor('b')],
      'A red car is parked. A person enters from the bottom, stands still for eight seconds and leaves to the right.',
    ],
    [
      'a thing that is taken away',
      [bottle('a', [[-60, 60]]), bottle('b', [[-60, 60]]), bottle('c', [[-60, 7]])],
      'Three bottles stand there; one is taken away.',
    ],
    [
      'a thing that is put back',
      [
        bottle('a', [[-60, 60]]),
        bottle('b', [
          [-60, 5],
          [9, 60],
        ]),
      ],
      'Two bottles stand there; one is taken away and then one comes back.',
    ],
    [
      'a thing that was never seen before',
      [{ ...bottle('a', [[5, 60]]), firstAt: 5_000, attributes: [colour('whole', 'green')] }],
      'A green bottle appears.',
    ],
    [
      'two who look the same, one after the other',
      [
        {
          id: 'a',
          does: [
            ['present', [], 0, 4],
            ['leaves', ['side:left'], 3, 4],
          ],
        },
        {
          id: 'b',
          does: [
            ['present', [], 6, 15],
            ['enters', ['side:top'], 6, 7],
          ],
        },
      ],
      'A person leaves to the left. Then another person enters from the top.',
    ],
    [
      'two at the same time',
      [
        {
          id: 'a',
          does: [
            ['present', [], 1, 9],
            ['enters', ['side:left'], 1, 2],
          ],
        },
        {
          id: 'b',
          kind: 'dog',
          does: [
            ['present', [], 3, 9],
            ['enters', ['side:left'], 3, 4],
          ],
        },
      ],
      'A person enters from the left. Meanwhile, a dog enters from the left.',
    ],
    [
      'zones, lines and relations',
      [
        {
          id: 'a',
          does: [
            ['present', [], 0, 15],
            ['enters', ['zone:dock'], 2, 2],
            ['inside', ['zone:dock'], 2, 8],
            ['carries', ['b'], 5, 9],
            ['crosses', ['line:gate', 'direction:left'], 9, 9],
          ],
        },
        throughout('b', { kind: 'suitcase' }),
      ],
      'A suitcase stands there. A person enters the dock, carries a suitcase and crosses the gate to the left.',
    ],
    [
      'a fast car and something unnamed',
      [
        {
          id: 'a',
          kind: 'car',
          does: [
            ['present', [], 0, 5],
            ['moves', ['direction:left', 'speed:fast'], 0, 5],
          ],
        },
        {
          id: 'b',
          kind: 'object',
          does: [
            ['present', [], 7, 9],
            ['moves', ['direction:down', 'speed:slow'], 7, 9],
          ],
        },
      ],
      'A car drives fast to the left. Then something moves slowly down.',
    ],
  ])('%s', (_, actors, caption) => {
    expect(tell(actors).caption).toBe(caption);
  });

  it('several who do the same are told once', () => {
    const crowd = Array.from({ length: 4 }, (_, n) => visitor(`v${n}`));
    expect(tell(crowd).caption).toMatch(/^A person enters .*; three more people do the same\.$/);
  });

  it('tells six one by one and counts the others', () => {
    const stays = Array.from({ length: 9 }, (_, n): Actor => {
      const stationary: Doing = ['stationary', [], 13 - n, 14];
      return { id: `v${n}`, does: [['present', [], 0, 14], stationary] };
    });
    expect(tell(stays).caption).toMatch(/ Three more people come and go\.$/);
  });

  it('names participants in the order of their appearance, only those who were there', () => {
    const late = { id: 'a', does: [['present', [], 9, 12]] } as const;
    const early = { id: 'b', does: [['present', [], 1, 2]] } as const;
    const gone = { id: 'c', does: [['present', [], -9, 0]] } as const;
    expect(tell([late, early, gone]).participants).toEqual(['b', 'a']);
  });

  it('a moment of something unnamed is not worth a word', () => {
    const present: Doing = ['present', [], 5, 5.5];
    const flicker = { id: 'a', kind: 'object', firstAt: 5_000, lastAt: 5_500, does: [present] };
    expect(tell([flicker])).toEqual({ caption: 'Nothing happens.', participants: [] });
    expect(tell([{ ...flicker, kind: 'dog' }]).caption).toBe('A dog is in the picture.');
  });

  it('what was not watched is said, and is not nothing', () => {
    expect(tell([], 0).caption).toBe('Not watched.');
    expect(tell([], 0.4).caption).toBe('Nothing happens. Only 40% of this was watched.');
    expect(tell([], 0.99).caption).toBe('Nothing happens.');
  });
});
