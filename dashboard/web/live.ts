/**
 * The state of the whole system as the page knows it: read once by REST, kept fresh by the socket,
 * and read again after every reconnection.
 */
import { io, type Socket } from 'socket.io-client';
import type { Event } from '../../processors/domain/event.ts';
import type { StreamView } from '../../query/contract.ts';
import type { StandingQuestionView } from '../../query/domain/judgement.ts';
import type { Alert } from '../../query/domain/standing-question.ts';
import type { AlertPush, ClientEvents, ServerEvents } from '../socket/events.ts';
import type { AlertPage, SystemView } from '../views.ts';
import { get, sayProblem } from './api.ts';
import { createStore } from './store.ts';

export interface LiveState {
  readonly connection: 'connecting' | 'online' | 'offline';
  readonly problem: string | undefined;
  readonly system: SystemView | undefined;
  /** What to add to this machine's clock to get the server's. */
  readonly clockOffset: number;
  readonly streams: readonly StreamView[] | undefined;
  /** The newest event of each stream. */
  readonly newestEvents: Readonly<Record<string, Event>>;
  /** The newest instant each stream is known to have a picture of. */
  readonly pictureAt: Readonly<Record<string, number>>;
  readonly alerts: readonly Alert[];
  readonly alertCursor: string | undefined;
  readonly standingQuestions: readonly StandingQuestionView[] | undefined;
}

export const live = createStore<LiveState>({
  connection: 'connecting',
  problem: undefined,
  system: undefined,
  clockOffset: 0,
  streams: undefined,
  newestEvents: {},
  pictureAt: {},
  alerts: [],
  alertCursor: undefined,
  standingQuestions: undefined,
});

const patch = (part: Partial<LiveState>): void => live.update((state) => ({ ...state, ...part }));

/** The server's clock, as near as the page knows it. */
export const serverNow = (): number => Date.now() + live.get().clockOffset;

/** Some changes are not pushed (an alert that is pending, a range that grew), so they are read. */
const refreshEveryMs = 10_000;

export function startLive(): void {
  const socket: Socket<ServerEvents, ClientEvents> = io({ transports: ['websocket'] });
  socket.on('connect', () => {
    patch({ connection: 'online' });
    void readAll();
  });
  socket.on('disconnect', () => patch({ connection: 'offline' }));
  socket.on('connect_error', () => patch({ connection: 'offline' }));
  socket.on('stream.status', ({ streamId, state, reason = null, faults = [] }) => {
    changeStream(streamId, { state, reason, faults });
  });
  socket.on('memory.advanced', ({ streamId, range, eventIds }) => {
    changeStream(streamId, { asOf: range.end });
    if (eventIds.length > 0) void readNewestEvent(streamId);
  });
  socket.on('alert.fired', takeAlert);
  socket.on('alert.resolved', takeAlert);
  socket.on('alert.noData', takeAlert);
  socket.on('alert.dataBack', takeAlert);
  void readAll();
  setInterval(() => {
    if (document.hidden) return;
    void readSystem();
    void readStreams();
    void readAlerts(undefined);
  }, refreshEveryMs);
}

export async function readStreams(): Promise<void> {
  await quietly(async () => {
    const before = live.get().streams;
    const streams = await get<StreamView[]>('/api/streams');
    patch({ streams });
    const known = new Set(before?.map(({ id }) => id));
    for (const { id } of streams) if (!known.has(id)) void readNewestEvent(id);
  });
}

export async function readStandingQuestions(): Promise<void> {
  await quietly(async () => {
    patch({ standingQuestions: await get<StandingQuestionView[]>('/api/standing-questions') });
  });
}

export function pictureCame(streamId: string, at: number): void {
  live.update((state) => ({ ...state, pictureAt: { ...state.pictureAt, [streamId]: at } }));
}

async function readAll(): Promise<void> {
  await Promise.all([
    readSystem(),
    readStreams(),
    readAlerts(live.get().alertCursor),
    readStandingQuestions(),
  ]);
}

const readSystem = (): Promise<void> =>
  quietly(async () => {
    const system = await get<SystemView>('/api/system');
    patch({ system, clockOffset: system.now - Date.now() });
  });

/** With a cursor, only what changed since. */
const readAlerts = (since: string | undefined): Promise<void> =>
  quietly(async () => {
    const page = await get<AlertPage>('/api/alerts', { since, limit: 50 });
    live.update((state) => ({
      ...state,
      alertCursor: page.cursor,
      alerts: page.isComplete ? page.alerts : page.alerts.reduce(withAlert, state.alerts),
    }));
  });

async function readNewestEvent(streamId: string): Promise<void> {
  await quietly(async () => {
    const end = live.get().streams?.find(({ id }) => id === streamId)?.asOf;
    const events = await get<Event[]>('/api/events', {
      stream: streamId,
      level: 'short',
      limit: 100,
      ...(end ? { start: end - 10 * 60_000, end: end + 60_000 } : {}),
    });
    const newest = events.reduce<Event | undefined>(
      (best, one) => (best && best.range.end >= one.range.end ? best : one),
      undefined,
    );
    if (!newest) return;
    live.update((state) => ({
      ...state,
      newestEvents: { ...state.newestEvents, [streamId]: newest },
    }));
  });
}

/** A failed read leaves what is known in place, and says so until a read works again. */
async function quietly(read: () => Promise<void>): Promise<void> {
  try {
    await read();
    if (live.get().problem) patch({ problem: undefined });
  } catch (error) {
    patch({ problem: sayProblem(error) });
  }
}

function changeStream(id: string, change: Partial<StreamView>): void {
  const { streams } = live.get();
  if (!streams?.some((one) => one.id === id)) return void readStreams();
  patch({ streams: streams.map((one) => (one.id === id ? { ...one, ...change } : one)) });
}

const takeAlert = ({ alert, cursor }: AlertPush): void =>
  live.update((state) => ({
    ...state,
    alertCursor: cursor,
    alerts: withAlert(state.alerts, alert),
  }));

/** Known alerts keep their place; new ones come first. */
const withAlert = (alerts: readonly Alert[], alert: Alert): readonly Alert[] =>
  alerts.some(({ id }) => id === alert.id)
    ? alerts.map((one) => (one.id === alert.id ? alert : one))
    : [alert, ...alerts];
