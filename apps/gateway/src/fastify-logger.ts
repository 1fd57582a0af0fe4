import type { Logger } from '@parley/runtime/logger';
import type { FastifyBaseLogger } from 'fastify';

/** Fastify calls its logger as `(text)`, `(fields)` or `(fields, text)`. */
const sentenceOf = (first: unknown, second: unknown): string =>
  typeof first === 'string' ? first : typeof second === 'string' ? second : 'The HTTP framework wrote a line.';

/** Writes Fastify's own log lines under the events of the framework. */
export function fastifyLogger(logger: Logger): FastifyBaseLogger {
  const report = (first: unknown, second?: unknown): void =>
    logger.debug('framework.reported', {}, sentenceOf(first, second));
  const fail = (first: unknown, second?: unknown): void => {
    const err = first instanceof Error ? first : null;
    logger.error('framework.failed', { err, detail: err ? null : first }, sentenceOf(first, second));
  };
  return {
    level: 'debug',
    silent: () => {},
    trace: report,
    debug: report,
    info: report,
    warn: (first: unknown, second?: unknown) => logger.warn('framework.warned', {}, sentenceOf(first, second)),
    error: fail,
    fatal: fail,
    child: () => fastifyLogger(logger),
  };
}
