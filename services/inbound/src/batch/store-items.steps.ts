import { isolateRefused } from '@parley/database/batches/isolate-refused';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { setAside } from '../quarantine/set-aside.steps.ts';
import type { InboundService } from '../service.ts';
import { isUnstorable, mapToUnavailable } from './failures.steps.ts';
import type { Webhook } from './inbound-message.rules.ts';
import { storeAlone } from './store-batch.steps.ts';
import { tidyItem } from './tidy-item.rules.ts';

/** Items of one webhook per transaction: a huge webhook takes several, and its repeat skips the stored ones. */
const MAX_ITEMS_A_PART = 500;
/** How long a receipt that skips a status waits for it: many times the time of a transaction. */
const STEP_PAUSE_MS = 500;

/** Keeps an item that cannot be stored because of its content. */
async function keep(service: InboundService, item: InboundItem, reason: string): Promise<void> {
  await setAside(service, item, reason);
  service.metrics.items({ stored: 0, repeated: 0, unknown: 1 });
  service.wakeSweep();
}

/** Stores a refused item again without the updates that waited for it: one of those may be at fault. */
async function storeItself(service: InboundService, item: InboundItem): Promise<void> {
  try {
    await storeAlone(service, { items: [item], mayWait: false, leavesWaiting: true });
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    await keep(service, item, refusalReason(error));
  }
}

/** First together with other webhooks (`storeBatch`); then alone in parts, when one of its elements is refused. */
async function storePart(service: InboundService, webhook: Webhook): Promise<InboundItem[]> {
  let early: InboundItem[] = [];
  await isolateRefused(webhook.items, {
    async run(items) {
      if (items.length < webhook.items.length) await storeAlone(service, { items, mayWait: false });
      else early = await service.webhooks.submit(webhook);
    },
    isRefused: isUnstorable,
    setAside: (item) => storeItself(service, item),
  });
  return early;
}

async function storeAll(service: InboundService, { items, mayWait }: Webhook): Promise<InboundItem[]> {
  const early: InboundItem[] = [];
  for (let from = 0; from < items.length; from += MAX_ITEMS_A_PART)
    early.push(...(await storePart(service, { items: items.slice(from, from + MAX_ITEMS_A_PART), mayWait })));
  return early;
}

/**
 * Stores the items of a webhook and resolves after the commit: concurrent webhooks share a transaction, a failing webhook
 * runs alone, and an element that cannot be stored goes to the quarantine while the others are stored. Errors:
 * service_unavailable when the database is unavailable or too busy; the provider repeats the webhook.
 */
export const storeItems = (service: InboundService, items: readonly InboundItem[]): Promise<void> =>
  mapToUnavailable(async () => {
    const tidied = items.map((item) => tidyItem(item, service.now()));
    const fit = tidied.flatMap(({ item, refusal }) => (refusal === null ? [item] : []));
    const early = await storeAll(service, { items: fit, mayWait: true });
    for (const { item, refusal } of tidied) if (refusal !== null) await keep(service, item, refusal);
    if (early.length === 0) return;
    await service.wait(STEP_PAUSE_MS);
    await storeAll(service, { items: early, mayWait: false });
  });
