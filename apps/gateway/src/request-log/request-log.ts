import type { BusClient } from '@parley/bus/bus-client';
import { type LoggedRequest, recordRequests } from '@parley/common/contracts/internal/record-requests';
import type { Logger } from '@parley/runtime/logger';

/** Queue length; more requests are dropped and counted, so that no request waits for its log. */
const WAITING_MAX = 5000;
const BATCH_MAX = 250;
const WRITE_AFTER_MS = 1000;
/**
 * Requests with a wrong or missing key that are recorded per second: anyone can make them, in the name of any tenant.
 */
const UNKNOWN_MAX = 100;
const UNKNOWN_WINDOW_MS = 1000;

/** Logs customers' requests, off their critical path (docs/reference/console.md#request-log). */
export type RequestLog = ReturnType<typeof makeRequestLog>;

interface Deps {
  bus: Pick<BusClient, 'call'>;
  logger: Logger;
  /** Called with the number of requests that were not logged. */
  onDropped(count: number): void;
  requestId(): string;
}

export function makeRequestLog({ bus, logger, onDropped, requestId }: Deps) {
  const waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let unknown = { count: 0, sinceMs: 0 };

  /** Has its own clock: a busy gateway writes many times a second. */
  function isOneTooMany(): boolean {
    const nowMs = performance.now();
    if (nowMs - unknown.sinceMs >= UNKNOWN_WINDOW_MS) unknown = { count: 0, sinceMs: nowMs };
    return ++unknown.count > UNKNOWN_MAX;
  }

  async function writeBatch(items: LoggedRequest[]): Promise<void> {
    await bus.call(recordRequests, { items }, { requestId: requestId() }).catch((err: unknown) => {
      onDropped(items.length);
      logger.debug('requests.unlogged', { err, count: items.length }, 'Requests could not be written down.');
    });
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await writeBatch(waiting.splice(0, BATCH_MAX));
    // Reset at once, so that the next note starts another write.
    writing = null;
  }

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.length > 0) writing ??= writeAll();
    await writing;
  }

  return {
    note(request: LoggedRequest) {
      if (waiting.length >= WAITING_MAX || (request.tenantId === null && isOneTooMany())) return onDropped(1);
      waiting.push(request);
      if (waiting.length >= BATCH_MAX) void write();
      else if (!writing) timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
    },
    /** Writes the queue. */
    close: write,
  };
}
