import type { getConversation as contract } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { showConversation } from '../domain/show-conversation.ts';
import type { InboxService } from '../service.ts';
import { findShown } from '../storage/conversation-view.ts';

/** Errors: unknown_tenant, unknown_conversation. */
export async function getConversation(
  { database, now }: InboxService,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const row = await findShown(database, await tenantOfSlug(database, slug), id);
  if (!row) throw new AppError('unknown_conversation');
  return showConversation(row, now());
}
