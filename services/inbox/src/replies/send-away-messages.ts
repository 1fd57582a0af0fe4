import { sendWorkspaceMessage } from '@parley/common/contracts/internal/send-workspace-message';
import { makeId } from '@parley/common/ids';
import { endedBefore } from '@parley/messaging/weekly-hours';
import type { InboxService } from '../service.ts';
import { decideClaimed } from './decide-claimed.steps.ts';
import { claimUnattended, endUnattended, postponeUnattended, type Unattended } from './reply.store.ts';

/** A bot that owes an answer comes first. */
const AFTER_TURN_MS = 5000;

/**
 * Answers customers who wrote outside of the business hours (docs/reference/console.md#business-hours). True: more may be
 * due.
 */
export const sendAwayMessages = (service: InboxService): Promise<boolean> =>
  decideClaimed(service, claimUnattended, (unattended) => decide(service, unattended));

async function decide(service: InboxService, unattended: Unattended): Promise<void> {
  const { database, bus, now } = service;
  const { conversationId, tenantId, closedAt, awayMessage, businessHours, isOpen, hasTurn, isAnswered } = unattended;
  // After an outage the workspace may be open, or closed for the next night.
  const isStillAway = businessHours !== null && endedBefore(businessHours, now())?.getTime() === closedAt.getTime();
  if (awayMessage !== null && isStillAway && isOpen && !isAnswered) {
    if (hasTurn)
      return void (await postponeUnattended(database, unattended, new Date(now().getTime() + AFTER_TURN_MS)));
    const order = {
      tenantId,
      conversationId,
      key: `away-${conversationId}-${closedAt.getTime()}`,
      message: awayMessage,
    };
    const { outcome } = await bus.call(sendWorkspaceMessage, order, { requestId: makeId('req') });
    // Another worker's call has not ended: this one looks again when its claim has passed.
    if (outcome === 'running') return;
  }
  await endUnattended(database, unattended);
}
