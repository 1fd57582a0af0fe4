import { createRequire } from 'node:module';
import type { Logger } from '@parley/runtime/logger';
import type { LogEvent } from '@parley/runtime/logging/log-event-catalogue';
import { currentTraceId } from '@parley/runtime/tracing/tracing';
import { type DestinationStream, type LoggerOptions, type Logger as Pino, pino } from 'pino';
import { redactLine } from './redact-line.ts';

export interface LogOptions {
  level: string;
  /** Shown on each line: `gateway`, `send`, … */
  name: string;
  /** Destination of the lines; default standard output. */
  destination?: DestinationStream;
  /**
   * Whether lines are formatted for people; default: whether standard output is a terminal, and no destination is
   * given.
   */
  isTerminal?: boolean;
}

type FormatLine = (line: string) => string;

/** Formats a JSON line for people, if pino-pretty is installed: production does not need it. */
function openPretty(options: { colorize?: false }): FormatLine | null {
  try {
    // safe: its own declarations say so
    const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as {
      prettyFactory(options: object): FormatLine;
    };
    const ignore = 'pid,hostname,event';
    return prettyFactory({ ...options, ignore, messageFormat: '{event}: {msg}', translateTime: 'HH:MM:ss' });
  } catch {
    return null;
  }
}

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Our methods over pino's. A disabled level costs one empty call. */
function withEvents(lines: Pino): Logger {
  const at = (level: Level) =>
    lines.isLevelEnabled(level)
      ? (event: LogEvent, fields: object, sentence: string): void => lines[level]({ event, ...fields }, sentence)
      : (): void => {};
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => withEvents(lines.child(fields)),
  };
}

/**
 * The log of a process: one JSON object per line with `event` and `msg`, or readable lines on a terminal. Secrets and
 * personal data are redacted by the names of fields and by patterns ({@link redactLine}).
 */
export function makeLogger({ level, name, destination, isTerminal }: LogOptions): Logger {
  const isReadable = isTerminal ?? (destination === undefined && process.stdout.isTTY);
  const format = isReadable ? openPretty(destination ? { colorize: false } : {}) : null;
  const options: LoggerOptions = {
    level,
    name,
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === null ? {} : { trace_id: traceId };
    },
    serializers: {
      err: (error: unknown) => {
        if (!(error instanceof Error)) return error;
        const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : undefined;
        return { type: error.name, message: error.message, stack: error.stack ?? '', cause };
      },
    },
    hooks: { streamWrite: format === null ? redactLine : (line) => format(redactLine(line)) },
  };
  return withEvents(destination ? pino(options, destination) : pino(options));
}
