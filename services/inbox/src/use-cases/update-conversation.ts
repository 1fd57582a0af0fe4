import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { CallContext } from '@parley/common/call-context';
import type { updateConversation as contract } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { authorOf, changeConversations } from '../domain/change-conversation.ts';
import { showConversation } from '../domain/show-conversation.ts';
import type { InboxService } from '../service.ts';
import { lockForChange, writeChanges } from '../storage/change-store.ts';
import { findShown } from '../storage/conversation-view.ts';
import { askAboutResolved } from './ask-about-resolved.ts';
import { checkChange } from './check-change.ts';
import { holdTeam } from './hold-team.ts';

/**
 * A member's decision about a conversation (docs/reference/operator-api.md#conversations). Errors: unknown_tenant,
 * unknown_conversation, unknown_member, unknown_label, unknown_team, invalid_snooze_until.
 */
export async function updateConversation(
  service: InboxService,
  { slug, id, ...given }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const { database, bus, now } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const checked = await checkChange(service, tenantId, given);
  const { shown, isChanged, instanceIds } = await retryConflicts(() =>
    database.transaction(async (sql) => {
      const change = await holdTeam(sql, tenantId, checked);
      const held = await lockForChange(sql, tenantId, [id]);
      const author = { by: authorOf(context), now: now() };
      const writes = changeConversations(held, change, author);
      const instanceIds = await writeChanges(sql, tenantId, writes);
      await askAboutResolved(sql, writes, { tenantId, ...author });
      const row = await findShown(sql, tenantId, id);
      if (!row) throw new AppError('unknown_conversation');
      return { shown: showConversation(row, now()), isChanged: writes.conversations.length > 0, instanceIds };
    }),
  );
  wakeDeliveries(bus, instanceIds);
  if (isChanged) tellInboxChanged(bus, [tenantId]);
  return shown;
}
