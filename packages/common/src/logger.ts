import type { LogEventAt } from './log-event-catalogue.ts';

/**
 * The fields of a log line, in snake_case: a name with a capital letter, and the name of the event, do not compile. Errors
 * go under `err`. What people wrote, and secrets, do not belong here; redactLine of packages/bus takes out what slips in.
 */
export type LogFields<F extends object> = {
  [K in keyof F]: K extends 'event' | 'msg' ? never : K extends Lowercase<K & string> ? F[K] : never;
};

/** Writes one line: the event names its kind for machines, the sentence tells people. */
type Write<E> = <F extends object>(event: E, fields: F & LogFields<F>, sentence: string) => void;

/** The log of a process. Each method takes the events that the catalogue has at its level. */
export interface Logger {
  debug: Write<LogEventAt<'debug'>>;
  info: Write<LogEventAt<'info'>>;
  warn: Write<LogEventAt<'warn'>>;
  error: Write<LogEventAt<'error'>>;
  /** The same log, with these fields on each line. */
  child(fields: { service: string }): Logger;
}
