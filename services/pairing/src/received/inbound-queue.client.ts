import type { InboundBatch } from '../devices/device-network.rules.ts';
import { retryUntilDone } from '../history/retry-until-done.client.ts';

export interface InboundQueueOptions {
  /** Whether the channel exists yet: earlier items wait. */
  isReady(): boolean;
  /** Resolves when the batch is stored. `tries` is the number of this attempt. */
  forward(batch: InboundBatch, tries: number): Promise<void>;
  /** Called before the batch is forwarded again. */
  onFailed(error: unknown): void;
}

export type InboundQueue = ReturnType<typeof makeInboundQueue>;

/**
 * Forwards what a device has received in order, one batch at a time, and retries each until it is stored: an
 * unavailable service delays items without losing them.
 */
export function makeInboundQueue({ isReady, forward, onFailed }: InboundQueueOptions) {
  const batches: InboundBatch[] = [];
  let running: Promise<void> | null = null;
  let isStopped = false;

  async function run(): Promise<void> {
    const mayTry = (): boolean => !isStopped && isReady();
    for (;;) {
      const [batch] = batches;
      if (!batch) return;
      const isForwarded = await retryUntilDone(
        async (tries) => {
          await forward(batch, tries);
          return true;
        },
        { mayTry, onFailed },
      );
      if (!isForwarded) return;
      batches.shift();
    }
  }

  function wake(): void {
    if (running || isStopped) return;
    running = run().finally(() => {
      running = null;
      if (batches.length > 0 && isReady()) wake();
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
