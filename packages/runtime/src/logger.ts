import type { LogEventAt } from './logging/log-event-catalogue.ts';

/**
 * The fields of a log line, in snake_case: a name with a capital letter, or the name of the event, does not compile.
 * Errors go under `err`. People's texts and secrets do not belong here; redactLine of packages/bus removes those that
 * slip in.
 */
export type LogFields<F extends object> = {
  [K in keyof F]: K extends 'event' | 'msg' ? never : K extends Lowercase<K & string> ? F[K] : never;
};

/** Writes one line: the event is for machines, the sentence for people. */
type Write<E> = <F extends object>(event: E, fields: F & LogFields<F>, sentence: string) => void;

/** The log of a process. Each method accepts the events of its level in the catalogue. */
export interface Logger {
  debug: Write<LogEventAt<'debug'>>;
  info: Write<LogEventAt<'info'>>;
  warn: Write<LogEventAt<'warn'>>;
  error: Write<LogEventAt<'error'>>;
  /** The same log, with these fields on each line. */
  child(fields: { service: string }): Logger;
}
