import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndTurn, StartTurns } from '../../../../ingest/stream/start-turns.ts';

/** One that comes for a turn, and what became of that. */
class Comer {
  readonly stop = new AbortController();
  readonly isHopeful: boolean;
  endTurn: EndTurn | undefined;
  isOver = false;

  constructor(turns: StartTurns, isHopeful: boolean, began: (comer: Comer) => void) {
    this.isHopeful = isHopeful;
    turns.take(isHopeful, this.stop.signal).then(
      (endTurn) => {
        this.endTurn = endTurn;
        began(this);
      },
      () => {
        this.isOver = true;
      },
    );
  }

  get hasTurn(): boolean {
    return this.endTurn !== undefined && !this.isOver;
  }

  get isWaiting(): boolean {
    return this.endTurn === undefined && !this.isOver;
  }

  leave(): void {
    this.isOver = true;
    this.endTurn?.();
  }
}

/** Turns at which many come and go; all that happens is told in order. */
class Queue {
  readonly comers: Comer[] = [];
  readonly began: Comer[] = [];
  readonly #turns: StartTurns;

  constructor(most: number) {
    this.#turns = new StartTurns(most);
  }

  async come(isHopeful: boolean): Promise<Comer> {
    const comer = new Comer(this.#turns, isHopeful, (one) => this.began.push(one));
    this.comers.push(comer);
    await settled();
    return comer;
  }

  /** The first of those who have a turn gives it back; false when nobody has one. */
  async endOne(): Promise<boolean> {
    const comer = this.comers.find(({ hasTurn }) => hasTurn);
    comer?.leave();
    await settled();
    return comer !== undefined;
  }

  /** One of those who wait is stopped. */
  async stopOne(n: number): Promise<void> {
    const waiting = this.comers.filter(({ isWaiting }) => isWaiting);
    waiting[n % waiting.length]?.stop.abort();
    await settled();
  }

  get lasting(): number {
    return this.comers.filter(({ hasTurn }) => hasTurn).length;
  }

  get waiting(): number {
    return this.comers.filter(({ isWaiting }) => isWaiting).length;
  }
}

const settled = () => new Promise(setImmediate);
const numbersOf = (queue: Queue) => queue.began.map((one) => queue.comers.indexOf(one));

type Step = (queue: Queue) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.boolean().map(
    (isHopeful): Step =>
      (queue) =>
        queue.come(isHopeful),
  ),
  fc.constant<Step>((queue) => queue.endOne()),
  fc.nat(20).map(
    (n): Step =>
      (queue) =>
        queue.stopOne(n),
  ),
);

describe('turns of starting', () => {
  it('are never more than may last at once, none is left unused while somebody waits, and all come to theirs', async () => {
    const steps = fc.array(step, { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, most) => {
        const queue = new Queue(most);
        for (const take of all) {
          await take(queue);
          expect(queue.lasting).toBeLessThanOrEqual(most);
          expect(queue.lasting === most || queue.waiting === 0).toBe(true);
        }
        while (await queue.endOne()) expect(queue.lasting).toBeLessThanOrEqual(most);
        expect(queue.waiting).toBe(0);
        for (const isHopeful of [true, false]) {
          const order = numbersOf(queue).filter((n) => queue.comers[n]?.isHopeful === isHopeful);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('go to a source with hope before those whose last attempt was in vain', async () => {
    const queue = new Queue(1);
    for (const isHopeful of [false, false, false, true]) await queue.come(isHopeful);
    while (await queue.endOne());
    expect(numbersOf(queue)).toEqual([0, 3, 1, 2]);
  });

  it('come to every source, however many with hope come before it', async () => {
    const queue = new Queue(1);
    await queue.come(true);
    const hopeless = await queue.come(false);
    for (let n = 0; n < 6; n += 1) {
      await queue.come(true);
      await queue.come(true);
      await queue.endOne();
    }
    expect(hopeless.isWaiting).toBe(false);
  });

  it('are not waited for by what is stopped, and are given back once however often that is said', async () => {
    const queue = new Queue(1);
    const first = await queue.come(true);
    const second = await queue.come(true);
    const third = await queue.come(true);
    second.stop.abort();
    await settled();
    expect(second.isOver).toBe(true);
    first.leave();
    first.leave();
    await settled();
    expect(third.hasTurn).toBe(true);
    await queue.come(true);
    expect(queue.lasting).toBe(1);
  });

  it('are not taken by what is stopped already', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(new StartTurns(1).take(true, stopped)).rejects.toThrow('stopped');
  });
});
