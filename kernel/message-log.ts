/**
 * PORT: publish and subscribe by topic and key. Messages of one key are handled one after another,
 * in the order published, at least once per group; different keys run side by side. Messages carry
 * pointers (under 10 kB), never pictures.
 */
import type { z } from 'zod';
import type { Outcome } from './outcome.ts';

/** A topic and the schema its messages are checked against at both ends. */
export interface Topic<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
}

export type MessageHandler<T> = (message: T, signal: AbortSignal) => Promise<Outcome>;

export interface MessageLog {
  /** Resolves when the log has taken the message; waits while a subscriber's queue is full. */
  publish<T>(topic: Topic<T>, key: string, message: T): Promise<void>;
  /** As `publish`, but waits for nobody: false, and nobody was given it, where a queue is full. */
  offer<T>(topic: Topic<T>, key: string, message: T): Promise<boolean>;
  /** Returns a function that stops delivery and waits for the handler that is running. */
  subscribe<T>(
    topic: Topic<T>,
    group: string,
    handler: MessageHandler<T>,
  ): Promise<() => Promise<void>>;
}

export const defineTopic = <T>(name: string, schema: z.ZodType<T>): Topic<T> => ({ name, schema });
