import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { updateConversation as contract } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { InboxService } from '../service.ts';
import { changeLocked, checkChange } from './change.steps.ts';
import { authorOf } from './change-conversation.rules.ts';
import { findShown } from './conversation.store.ts';
import { showConversation } from './show-conversation.rules.ts';

/**
 * A member's decision about a conversation (docs/reference/operator-api.md#conversations). Errors: unknown_tenant,
 * unknown_conversation, unknown_member, unknown_label, unknown_team, invalid_snooze_until.
 */
export const updateConversation = verb(contract, async (service: InboxService, { slug, id, ...given }, context) => {
  const { database, bus, now } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const change = await checkChange(service, tenantId, given);
  const { shown, isChanged, instanceIds } = await retryConflicts(() =>
    database.transaction(async (sql) => {
      const { writes, instanceIds } = await changeLocked(sql, now, {
        tenantId,
        ids: [id],
        change,
        by: authorOf(context),
      });
      const row = await findShown(sql, tenantId, id);
      if (!row) throw new AppError('unknown_conversation');
      return { shown: showConversation(row, now()), isChanged: writes.conversations.length > 0, instanceIds };
    }),
  );
  wakeDeliveries(bus, instanceIds);
  if (isChanged) tellInboxChanged(bus, [tenantId]);
  return shown;
});
