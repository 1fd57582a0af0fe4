import type { InboundItem } from '@parley/providers/inbound-item';

/** The items of one webhook, and whether its receipts that skip a step may wait. */
export interface Webhook {
  items: readonly InboundItem[];
  mayWait: boolean;
}

/** Limits of a batch of webhooks that share one transaction. */
export const WEBHOOK_BATCH = { maxItems: 64, maxConcurrent: 2 };
