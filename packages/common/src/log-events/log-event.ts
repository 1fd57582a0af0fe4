export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One kind of log line, as docs/operations/log-events.md describes it. */
export interface LogEventEntry<L extends LogLevel = LogLevel> {
  level: L;
  /** When the line is written. */
  when: string;
  /** What an operator does about it. */
  action: string;
}

/** An entry of the catalogue; its level decides which method of the logger takes the event. */
export const logEvent = <L extends LogLevel>(level: L, when: string, action: string): LogEventEntry<L> => ({
  level,
  when,
  action,
});

/** The action of a line that informs only. */
export const NOTHING = 'Nothing.';
