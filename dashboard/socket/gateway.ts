/**
 * Pushes what changes to every open page, and takes questions. It never waits for a client: status
 * is dropped when a client is slow, and a client that stops reading is disconnected; it reads what
 * it missed by REST when it comes back.
 */
import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { streamStatusTopic } from '../../ingest/contract.ts';
import type { StreamStatus } from '../../ingest/domain/stream.ts';
import type { Started } from '../../kernel/lifecycle.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { MessageLog, Topic } from '../../kernel/message-log.ts';
import { ok } from '../../kernel/outcome.ts';
import { type MemoryAdvanced, memoryTopic } from '../../processors/contract.ts';
import { type AlertChanged, alertsTopic, type QueryApi } from '../../query/contract.ts';
import { questionSchema } from '../../query/domain/question.ts';
import type { AlertJournal } from '../alert-journal.ts';
import { errorToReply } from '../http/error-reply.ts';
import { check } from '../http/route.ts';
import { type OriginRule, originProblem } from '../http/same-origin.ts';
import {
  type AskReply,
  alertEventOf,
  type ClientEvents,
  type MemoryPush,
  type ServerEvents,
} from './events.ts';

export interface GatewayOptions {
  readonly http: HttpServer;
  readonly query: QueryApi;
  readonly log: MessageLog;
  readonly journal: AlertJournal;
  readonly origins: OriginRule;
  readonly logger: Logger;
}

type Io = Server<ClientEvents, ServerEvents>;
type Client = Socket<ClientEvents, ServerEvents>;

/** Packets that may wait for one client before its status messages are dropped. */
const slowAtPackets = 16;
/** Packets that may wait for one client before it is taken for stalled. */
const stalledAtPackets = 64;
const maxQuestionsAtOnce = 4;

export async function startGateway(options: GatewayOptions): Promise<Started<void>> {
  const io: Io = new Server(options.http, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    perMessageDeflate: false,
    pingInterval: 10_000,
    pingTimeout: 10_000,
    allowRequest: (request, decide) => {
      const problem = originProblem(request.headers, options.origins);
      decide(problem ?? null, problem === undefined);
    },
  });
  io.on('connection', (client) => takeQuestions(client, options));
  const unsubscribe = await subscribeAll(io, options);
  return {
    value: undefined,
    stop: async () => {
      await Promise.all(unsubscribe.map((stop) => stop()));
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

function subscribeAll(io: Io, { log, journal, logger }: GatewayOptions) {
  const push = pushTo(io, logger);
  const on = <T>(topic: Topic<T>, handle: (message: T) => void) =>
    log.subscribe(topic, 'dashboard', async (message) => {
      handle(message);
      return ok;
    });
  return Promise.all([
    on(streamStatusTopic, (status: StreamStatus) =>
      push((client) => {
        if (queuedPackets(client) < slowAtPackets) client.emit('stream.status', status);
      }),
    ),
    on(memoryTopic, (advanced: MemoryAdvanced) => {
      const message = memoryToPush(advanced);
      push((client) => client.emit('memory.advanced', message));
    }),
    on(alertsTopic, (change: AlertChanged) => {
      const message = { alert: change.alert, cursor: journal.record(change) };
      push((client) => client.emit(alertEventOf[change.transition], message));
    }),
  ]);
}

const pushTo =
  (io: Io, logger: Logger) =>
  (send: (client: Client) => void): void => {
    for (const client of io.sockets.sockets.values()) {
      if (queuedPackets(client) >= stalledAtPackets) {
        logger.warn({ client: client.id }, 'client stopped reading and is disconnected');
        cutOff(client);
      } else {
        send(client);
      }
    }
  };

/** Without the closing handshake: the other side would not read it, and its queue would stay. */
function cutOff(client: Client): void {
  client.disconnect(true);
  client.request.socket.destroy();
}

/** What engine.io holds because the transport has not taken it; its types keep the field private. */
const queuedPackets = (client: Client): number =>
  (client.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length;

const memoryToPush = (advanced: MemoryAdvanced): MemoryPush =>
  advanced.type === 'gap'
    ? {
        streamId: advanced.gap.streamId,
        range: { start: advanced.gap.start, end: advanced.gap.end },
        isGap: true,
        eventIds: [],
      }
    : {
        streamId: advanced.streamId,
        range: advanced.range,
        isGap: false,
        eventIds: advanced.eventIds,
      };

function takeQuestions(client: Client, { query, logger }: GatewayOptions): void {
  const gone = new AbortController();
  client.on('disconnect', () => gone.abort());
  let asked = 0;
  let open = 0;
  client.on('question.ask', async (raw: unknown, acknowledge: unknown) => {
    const reply = acknowledgeWith(acknowledge);
    const askId = `${client.id}-${++asked}`;
    open += 1;
    let isTaken = false;
    try {
      const question = check(questionSchema, raw, 'question');
      if (open > maxQuestionsAtOnce) throw tooManyQuestions();
      reply({ askId });
      isTaken = true;
      const answer = await query.ask(question, gone.signal);
      client.emit('answer.ready', { askId, answer });
    } catch (error) {
      if (gone.signal.aborted) return;
      const { body, isOurs } = errorToReply(error);
      if (isOurs) logger.error({ err: error }, 'question failed');
      if (isTaken) client.emit('answer.failed', { askId, ...body });
      else reply(body);
    } finally {
      open -= 1;
    }
  });
}

const acknowledgeWith = (acknowledge: unknown) => (reply: AskReply) => {
  if (typeof acknowledge === 'function') acknowledge(reply);
};

const tooManyQuestions = (): Error =>
  Object.assign(new Error(`at most ${maxQuestionsAtOnce} questions at once`), { statusCode: 429 });
