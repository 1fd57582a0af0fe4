import { type Batcher, makeBatcher } from '@parley/database/natural-batch';
import { isDatabaseUnavailable } from '@parley/database/sql';
import type { InboundItem } from '@parley/providers/inbound-item';
import type { Webhook } from '../domain/webhook.ts';

/** Runs concurrent webhooks as batches, each with one call of a verb. */
export interface WebhookBatcher {
  /** Resolves with the webhook's own receipts to retry. Every call gives the same service and verb. */
  submit<Service>(
    service: Service,
    webhook: Webhook,
    verb: (service: Service, webhooks: readonly Webhook[]) => Promise<InboundItem[][]>,
  ): Promise<InboundItem[]>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

const BATCH = {
  maxItems: 64,
  maxConcurrent: 2,
  splitOn: (error: unknown) => !isDatabaseUnavailable(error),
};

export function makeWebhookBatcher(): WebhookBatcher {
  let batcher: Batcher<Webhook, InboundItem[]> | undefined;
  return {
    submit(service, webhook, verb) {
      batcher ??= makeBatcher({ ...BATCH, run: (webhooks) => verb(service, webhooks) });
      return batcher.submit(webhook);
    },
    async idle() {
      await batcher?.idle();
    },
  };
}
