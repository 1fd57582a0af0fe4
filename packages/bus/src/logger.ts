import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { redactLine } from './redact-line.ts';

export interface LogOptions {
  level: string;
  /** Shown on each line: `gateway`, `send`, … */
  name: string;
  /** Where the lines go; default standard output. */
  destination?: DestinationStream;
}

/** pino-pretty is for people at a terminal; what runs elsewhere need not have it. */
function hasPretty(): boolean {
  try {
    createRequire(import.meta.url).resolve('pino-pretty');
    return true;
  } catch {
    return false;
  }
}

/** JSON lines; on a terminal pretty lines where pino-pretty is installed. What is secret, and what is somebody's, is taken out by name and by shape ({@link redactLine}). */
export function makeLogger({ level, name, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    name,
    serializers: {
      err: (error: unknown) => {
        if (!(error instanceof Error)) return error;
        const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : undefined;
        return { type: error.name, message: error.message, stack: error.stack ?? '', cause };
      },
    },
    hooks: { streamWrite: redactLine },
  };
  if (destination) return pino(options, destination);
  return process.stdout.isTTY && hasPretty()
    ? pino({
        ...options,
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
      })
    : pino(options);
}
