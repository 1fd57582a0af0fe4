import type { ContactTyping } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { attemptDelivery } from '../attempts/attempt-delivery.steps.ts';
import { isSuccess } from '../lanes/lane.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { findTypingReceivers, type TypingReceiver } from './typing.store.ts';
import { typingData, typingPeer } from './typing-event.rules.ts';

/** One attempt: it is not retried and does not change the key's health. */
async function attempt(service: WebhookDeliveryService, typing: ContactTyping, to: TypingReceiver): Promise<void> {
  const { receivers, metrics } = service;
  const result = await receivers.sockets.hold(() =>
    attemptDelivery(service, {
      eventId: makeId('evt'),
      type: 'contact.typing',
      instanceId: to.instanceId,
      createdMs: Date.parse(typing.at),
      data: typingData(typing, to, to.conversationId),
      platform: null,
      url: to.webhookUrl,
      secret: to.webhookSecret,
      previousSecret: to.previousSecret,
    }),
  );
  metrics.countTyping(isSuccess(result.statusCode) ? 'delivered' : 'failed');
}

async function lookUp(service: WebhookDeliveryService, typing: ContactTyping): Promise<void> {
  const { laneDatabase, typings, receivers, metrics, logger } = service;
  try {
    const accounts = typing.externalIds.map((id) => `${typing.channel}:${id}`);
    for (const to of await findTypingReceivers(laneDatabase, { accounts, address: typingPeer(typing) })) {
      const isFree = receivers.sockets.grant(1, 1) > 0;
      if (!isFree || !typings.start(to.instanceId, () => attempt(service, typing, to))) metrics.countTyping('dropped');
    }
  } catch (error) {
    logger.debug('typing.unsent', { err: error }, 'A typing notice could not be sent.');
  }
}

/**
 * Sends a typing notice to the keys that ask for it: once, without storing it; notices beyond the relay's limits are
 * dropped (docs/reference/events.md#contacttyping). Never throws.
 */
export function relayTyping(service: WebhookDeliveryService, typing: ContactTyping): void {
  const { typings, metrics } = service;
  const { channel, externalIds, from, group, state } = typing;
  if (typings.isRepeat(JSON.stringify([channel, externalIds, from, group?.participant ?? null, state]))) return;
  if (!typings.lookUps.run(() => lookUp(service, typing))) metrics.countTyping('dropped');
}
