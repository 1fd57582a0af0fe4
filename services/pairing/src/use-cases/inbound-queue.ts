import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { isolateRefused } from '@parley/database/isolate-refused';
import { splitBySize } from '@parley/database/split-by-size';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundBatch, Quarantine } from '../domain/device-network.ts';
import { isRefusedForGood } from '../domain/item-failure.ts';

export interface InboundQueueDeps {
  /** Resolves when they are committed. */
  store(items: DeviceItem[]): Promise<void>;
  /** Our own message for each of these network ids. */
  findMessageIds(providerMessageIds: string[]): Promise<Map<string, string>>;
  /** Whether the channel exists yet: earlier items wait. */
  isReady(): boolean;
  onStored(items: readonly DeviceItem[]): void;
  quarantine: Quarantine;
  report(error: unknown): void;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;
/** Limits of one call of services/inbound: below NATS's default limit of a message (1 MiB). */
const ONE_CALL = { maxItems: 200, maxBytes: 768 * 1024 };

/** Adds our own ids to receipts of our messages, and drops echoes of our own sends. */
function relate(items: readonly DeviceItem[], ours: ReadonlyMap<string, string>): DeviceItem[] {
  return items.flatMap((item) => {
    const messageId = ours.get(item.providerMessageId) ?? null;
    if (item.kind === 'echo' && messageId !== null) return [];
    return [item.kind === 'receipt' ? { ...item, messageId } : item];
  });
}

/**
 * Forwards a device's received items in order, one batch at a time, and retries each until it is stored: an unavailable service
 * delays items without losing them, and an item that cannot be stored does not block others.
 */
export function makeInboundQueue(deps: InboundQueueDeps) {
  const batches: InboundBatch[] = [];
  let running: Promise<void> | null = null;
  let isStopped = false;

  async function store(items: readonly DeviceItem[]): Promise<void> {
    const ids = [...new Set(items.map((item) => item.providerMessageId))];
    const related = relate(items, await deps.findMessageIds(ids));
    if (related.length === 0) return;
    await deps.store(related);
    deps.onStored(related);
  }

  /** Stores a batch in order; an item that is refused because of its content goes to the quarantine, and later ones are stored. */
  async function forward({ items, settle }: InboundBatch, tries: number): Promise<void> {
    for (const part of splitBySize(items, ONE_CALL))
      await isolateRefused(part, {
        run: store,
        isRefused: (error) => isRefusedForGood(error, tries),
        async setAside(item, error) {
          const { kind } = item;
          await deps.quarantine([
            { source: 'device', kind, reason: refusalReason(error), payload: JSON.stringify(item) },
          ]);
        },
      });
    await settle();
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let tries = 1;
    while (!isStopped && deps.isReady()) {
      const [batch] = batches;
      if (!batch) return;
      try {
        await forward(batch, tries);
        batches.shift();
        pauseMs = FIRST_PAUSE_MS;
        tries = 1;
      } catch (error) {
        tries++;
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
    add(batch: InboundBatch): void {
      batches.push(batch);
      wake();
    },
    wake,
    /** Resolves when everything is forwarded. */
    async drained(): Promise<void> {
      while (running) await running;
    },
    stop(): void {
      isStopped = true;
      batches.length = 0;
    },
  };
}
