import { verb } from '@parley/bus/verb';
import { revokeKey as contract } from '@parley/common/contracts/operator/keys';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { cancelScheduledOfKey, countScheduledOfKey } from '@parley/messaging/scheduled/cancel-scheduled-of-key';
import type { AccountsService } from '../service.ts';
import { toKeyView } from './key.rules.ts';
import { findKey, saveKey } from './key.store.ts';

const waiting = (count: number): AppError =>
  new AppError('scheduled_messages_waiting', {
    message: `This key has ${count} scheduled ${count === 1 ? 'message' : 'messages'}: say with cancel_scheduled whether they are cancelled (true) or leave at their time (false).`,
  });

/**
 * Permanent; a repeat returns the same, with the first time, and may still cancel the scheduled messages. Errors:
 * unknown_tenant, unknown_key, scheduled_messages_waiting.
 */
export const revokeKey = verb(
  contract,
  async ({ database, bus, now }: AccountsService, { slug, instanceId, cancelScheduled }) => {
    const tenantId = await tenantOfSlug(database, slug);
    if (!(await findKey(database.prisma, tenantId, instanceId))) throw new AppError('unknown_key');
    const scheduledMessages = await countScheduledOfKey(database, instanceId);
    if (cancelScheduled === undefined && scheduledMessages > 0) throw waiting(scheduledMessages);
    const key = await database.prismaTransaction(async ({ prisma, sql }) => {
      await saveKey(prisma, tenantId, instanceId, { revokedAt: now() });
      if (cancelScheduled) await cancelScheduledOfKey(sql, instanceId, now());
      return findKey(prisma, tenantId, instanceId);
    });
    if (!key) throw new AppError('unknown_key');
    bus.publishHint(keyChanged, { instanceId });
    return { ...toKeyView(key), scheduledMessages };
  },
);
