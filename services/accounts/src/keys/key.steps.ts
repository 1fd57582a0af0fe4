import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { type CallContext, callerOf } from '@parley/common/call-context';
import type { webhook } from '@parley/common/contracts/account/webhook';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError, fieldError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { restartLane } from '@parley/messaging/lanes/key-lane';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { Egress } from '@parley/providers/egress/open-egress';
import type { AccountsService } from '../service.ts';
import { type Key, type KeyChanges, toKeyWebhook } from './key.rules.ts';
import { findKey, findKeyWebhook, lockKey, saveKey } from './key.store.ts';

/** A key; not its slug, because a key of the customer API does not name its tenant. */
interface KeyOfTenant {
  tenantId: number;
  instanceId: string;
}

/**
 * Changes a key, on every gateway within 1 s. `decide` is called with the locked key; it can write more in the same
 * transaction, and what it throws changes nothing. A webhook address wakes a lane that was stopped by 410 or by
 * failures; one that an operator paused stays paused. Null for an unknown or revoked key.
 */
export async function changeKey(
  { database, bus }: AccountsService,
  { tenantId, instanceId }: KeyOfTenant,
  decide: (key: Key, transaction: PrismaTransaction) => KeyChanges | Promise<KeyChanges>,
): Promise<Key | null> {
  const changed = await database.prismaTransaction(async (transaction) => {
    const { prisma, sql } = transaction;
    if (!(await lockKey(sql, tenantId, instanceId))) return null;
    const key = await findKey(prisma, tenantId, instanceId);
    if (!key) return null;
    const changes = await decide(key, transaction);
    await saveKey(prisma, tenantId, instanceId, changes);
    if (typeof changes.webhookUrl === 'string') await restartLane(prisma, instanceId);
    return findKey(prisma, tenantId, instanceId);
  });
  if (!changed) return null;
  bus.publishHint(keyChanged, { instanceId });
  wakeDeliveries(bus, [instanceId]);
  return changed;
}

/** The webhook of the calling key. Errors: invalid_api_key. */
export async function readKeyWebhook(
  { database }: Pick<AccountsService, 'database'>,
  context: CallContext,
): Promise<OutputOf<typeof webhook>> {
  const { tenantId, instanceId } = callerOf(context);
  const found = await findKeyWebhook(database.prisma, tenantId, instanceId);
  // It was revoked after the gateway had cached it.
  if (!found) throw new AppError('invalid_api_key');
  return toKeyWebhook(found);
}

/**
 * Checks a webhook URL when it is set. `field` is its name in the request; look-ups of one `owner` share a limit.
 * Errors: invalid_webhook_url.
 */
export async function checkWebhookUrl(
  { egress }: Pick<AccountsService, 'egress'>,
  url: string,
  { field = 'webhook_url', owner }: { field?: string; owner?: string } = {},
): Promise<void> {
  const reason = await refuseUrl(egress, url, owner);
  if (reason !== null) throw fieldError([{ field, code: 'invalid_webhook_url', message: `${field} ${reason}.` }]);
}

/**
 * The reason why the egress rules refuse a webhook URL ("must be …"), or null. They are checked again when a socket
 * connects (docs/reference/webhook-delivery.md#egress-rules). Look-ups of one `owner` share a limit.
 */
export const refuseUrl = (egress: Pick<Egress, 'checkUrl'>, url: string, owner = 'operators'): Promise<string | null> =>
  egressRefusal(() => egress.checkUrl(url, owner));
