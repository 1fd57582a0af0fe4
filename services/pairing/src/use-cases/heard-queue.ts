import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { HeardBatch } from '../domain/device-network.ts';

export interface HeardQueueDeps {
  /** Resolves when they are committed. */
  store(items: DeviceItem[]): Promise<void>;
  /** Our own message behind each of these ids of the network. */
  findMessageIds(providerMessageIds: string[]): Promise<Map<string, string>>;
  /** Whether the channel is known yet: what is heard before waits. */
  isReady(): boolean;
  onStored(items: readonly DeviceItem[]): void;
  report(error: unknown): void;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;
/** Of one call of the service that stores them. */
const MAX_ITEMS = 200;

/** What the network told of messages of ours carries our own id; what it told us of our own sends is no echo. */
function relate(items: readonly DeviceItem[], ours: ReadonlyMap<string, string>): DeviceItem[] {
  return items.flatMap((item) => {
    const messageId = ours.get(item.provider_message_id) ?? null;
    if (item.kind === 'echo' && messageId !== null) return [];
    return [item.kind === 'receipt' ? { ...item, message_id: messageId } : item];
  });
}

/**
 * Hands on what a device heard, in its order, one batch at a time, and each until it is stored: a part of the service that
 * is away delays, and loses nothing.
 */
export function makeHeardQueue(deps: HeardQueueDeps) {
  const batches: HeardBatch[] = [];
  let running: Promise<void> | null = null;
  let isStopped = false;

  async function handOn({ items, settle }: HeardBatch): Promise<void> {
    const related = relate(
      items,
      await deps.findMessageIds([...new Set(items.map((item) => item.provider_message_id))]),
    );
    for (let from = 0; from < related.length; from += MAX_ITEMS) {
      const part = related.slice(from, from + MAX_ITEMS);
      await deps.store(part);
      deps.onStored(part);
    }
    await settle();
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!isStopped && deps.isReady()) {
      const [batch] = batches;
      if (!batch) return;
      try {
        await handOn(batch);
        batches.shift();
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        deps.report(error);
        await pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    }
  }

  function wake(): void {
    if (running || isStopped) return;
    running = run().finally(() => {
      running = null;
      if (batches.length > 0 && deps.isReady()) wake();
    });
  }

  return {
    add(batch: HeardBatch): void {
      batches.push(batch);
      wake();
    },
    wake,
    /** Resolves when everything is handed on. */
    async drained(): Promise<void> {
      while (running) await running;
    },
    stop(): void {
      isStopped = true;
      batches.length = 0;
    },
  };
}
