import type { BusClient } from '@parley/bus/bus-client';
import { type LoggedRequest, recordRequests } from '@parley/common/contracts/internal/record-requests';
import type { Logger } from '@parley/common/logger';

/** Requests that wait to be written; further ones are dropped and counted, so that no request waits for its log. */
const WAITING_MAX = 5000;
const BATCH_MAX = 250;
const WRITE_AFTER_MS = 1000;
/** Requests with a wrong key or none that are written in that time: anybody can make them, in the name of any tenant. */
const UNKNOWN_MAX = 100;

/** Writes down what customers asked, off the path of their requests (docs/reference/console.md#request-log). */
export interface RequestLog {
  note(request: LoggedRequest): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

interface Deps {
  bus: Pick<BusClient, 'call'>;
  logger: Logger;
  /** Requests that are in no log. */
  onDropped(count: number): void;
  requestId(): string;
}

export function makeRequestLog({ bus, logger, onDropped, requestId }: Deps): RequestLog {
  const waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let unknown = 0;

  async function writeBatch(items: LoggedRequest[]): Promise<void> {
    const request_id = requestId();
    await bus.call(recordRequests, { items }, { request_id }).catch((err: unknown) => {
      onDropped(items.length);
      logger.debug('requests.unlogged', { err, count: items.length }, 'Requests could not be written down.');
    });
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await writeBatch(waiting.splice(0, BATCH_MAX));
  }

  function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    unknown = 0;
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  }

  return {
    note(request) {
      const isUnknown = request.tenant_id === null;
      if (waiting.length >= WAITING_MAX || (isUnknown && unknown >= UNKNOWN_MAX)) return onDropped(1);
      if (isUnknown) unknown++;
      waiting.push(request);
      if (waiting.length >= BATCH_MAX) void write();
      else if (!writing) timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
    },
    close: write,
  };
}
