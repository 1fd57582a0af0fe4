import type { InboundItem } from '@parley/providers/inbound-item';
import type { Webhook } from '../domain/webhook.ts';
import type { InboundService } from '../service.ts';
import { storeAlone } from './store-alone.ts';
import { storeTogether } from './store-together.ts';

/** Stores webhooks that arrived together; returns the receipts to retry of each. */
export async function storeBatch(service: InboundService, webhooks: readonly Webhook[]): Promise<InboundItem[][]> {
  const [only] = webhooks;
  const early = await (only && webhooks.length === 1 ? storeAlone(service, only) : storeTogether(service, webhooks));
  return webhooks.map(({ items }) => items.filter((item) => early.includes(item)));
}
