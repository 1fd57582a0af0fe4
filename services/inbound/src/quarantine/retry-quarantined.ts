import { verb } from '@parley/bus/verb';
import type { CallContext } from '@parley/common/call-context';
import { restoreStanza } from '@parley/common/contracts/internal/restore-stanza';
import { CommentChange, storeComments } from '@parley/common/contracts/internal/store-comments';
import { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import { retryQuarantined as contract } from '@parley/common/contracts/operator/quarantine';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import { findConnectedAccount } from '../batch/account.store.ts';
import { isUnstorable, mapToUnavailable } from '../batch/failures.steps.ts';
import { storeAlone } from '../batch/store-batch.steps.ts';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import { readDeviceItem } from '../devices/read-device-items.rules.ts';
import { reviveItem } from '../pending/pending.rules.ts';
import type { InboundService } from '../service.ts';
import { findQuarantined, type OpenedElement, refuseAgain, removeQuarantined } from './quarantine.store.ts';

const UNKNOWN_FORM = 'its form is not known here';

async function accountOf(
  { database }: InboundService,
  tenantId: number,
  { channel, externalId }: OpenedElement,
): Promise<ConnectedAccount> {
  const account = await findConnectedAccount(database, channel, externalId);
  if (account?.tenantId !== tenantId) throw new AppError('not_connected');
  return account;
}

/** Restores the item of a webhook or device; null when the stored JSON is not a valid device item. */
function itemOf({ source, payload }: OpenedElement, account: ConnectedAccount): InboundItem | null {
  // safe: written by the quarantine as an object
  const kept = JSON.parse(payload) as Record<string, unknown>;
  if (source === 'webhook') return reviveItem(kept);
  const item = DeviceItem.safeParse(kept);
  return item.success ? readDeviceItem(item.data, account) : null;
}

/** The reason that it must stay, or null once it is stored. De-duplication prevents a second event. */
async function attempt(
  service: InboundService,
  tenantId: number,
  element: OpenedElement,
  context: CallContext,
): Promise<string | null> {
  const account = await accountOf(service, tenantId, element);
  if (element.source !== 'comment') {
    const item = itemOf(element, account);
    return item ? storeAgain(service, item) : UNKNOWN_FORM;
  }
  const change = CommentChange.safeParse(JSON.parse(element.payload));
  if (!change.success) return UNKNOWN_FORM;
  const { refused } = await service.bus.call(storeComments, { changes: [change.data] }, context);
  return refused?.[0]?.reason ?? null;
}

/**
 * Stores an element again; a message of a linked device is returned to its device. Errors: unknown_tenant,
 * unknown_quarantined, not_connected when the account of the element is gone.
 */
export const retryQuarantined = verb(contract, async (service: InboundService, { slug, id }, context) => {
  const { database, cipher, bus } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const element = await findQuarantined(database, cipher, tenantId, id);
  if (!element) throw new AppError('unknown_quarantined');
  if (element.source === 'stanza') {
    const { externalId, payload } = element;
    await bus.call(restoreStanza, { tenantId, externalId, payload }, context);
    await removeQuarantined(database, tenantId, id);
    return { id, outcome: 'queued', reason: null };
  }
  const reason = await attempt(service, tenantId, element, context);
  if (reason !== null) {
    await refuseAgain(database, tenantId, id, reason);
    return { id, outcome: 'quarantined', reason };
  }
  await removeQuarantined(database, tenantId, id);
  return { id, outcome: 'stored', reason: null };
});

/**
 * Stores one quarantined item; returns why it must stay in the quarantine, or null after the commit. Errors:
 * service_unavailable.
 */
const storeAgain = (service: InboundService, given: InboundItem): Promise<string | null> =>
  mapToUnavailable(async () => {
    const { item, refusal } = tidyItem(given, service.now());
    if (refusal !== null) return refusal;
    try {
      await storeAlone(service, { items: [item], mayWait: false, leavesWaiting: true });
      return null;
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      return refusalReason(error);
    }
  });
