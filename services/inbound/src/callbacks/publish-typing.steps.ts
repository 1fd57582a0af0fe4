import { contactTyping } from '@parley/common/hints';
import type { InboundItem } from '@parley/providers/inbound-item';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import type { InboundService } from '../service.ts';

/**
 * Publishes typing notices without storing them: services/webhook-delivery finds the account and the keys that subscribe
 * to them (docs/reference/events.md#contacttyping).
 */
export function publishTyping(service: InboundService, items: readonly InboundItem[]): void {
  for (const given of items) {
    if (given.kind !== 'typing') continue;
    const { item } = tidyItem(given, service.now());
    if (item.kind !== 'typing') continue;
    const { channel, externalId, otherExternalId } = item.account;
    service.bus.publishHint(contactTyping, {
      channel,
      externalIds: [externalId, ...(otherExternalId === undefined ? [] : [otherExternalId])],
      from: item.from.address,
      group: item.group ?? null,
      state: item.state,
      at: item.at.toISOString(),
    });
  }
}
