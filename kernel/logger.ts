/** Child loggers over pino: the message is static text, everything that varies is a field. */
import { pino } from 'pino';

export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

export type LogLevel = 'silent' | 'debug' | 'info' | 'warn' | 'error';

/** Logs to standard error: readable on a terminal, JSON lines elsewhere. */
export function createLogger(level: LogLevel): Logger {
  if (process.stderr.isTTY) {
    const transport = {
      target: 'pino-pretty',
      options: { destination: 2, ignore: 'pid,hostname' },
    };
    return pino({ level, transport });
  }
  return pino({ level }, pino.destination({ fd: 2, sync: true }));
}

export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
};
