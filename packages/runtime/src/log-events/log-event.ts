export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One kind of log line, as docs/operations/log-events.md describes it. */
export interface LogEventEntry<L extends LogLevel = LogLevel> {
  level: L;
  /** When the line is written. */
  when: string;
  /** The operator's remedy. */
  action: string;
}

/** An entry of the catalogue; its level determines the logger method. */
export const logEvent = <L extends LogLevel>(level: L, when: string, action: string): LogEventEntry<L> => ({
  level,
  when,
  action,
});

/** The action of an informational line. */
export const NOTHING = 'Nothing.';
