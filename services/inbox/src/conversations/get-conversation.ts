import { verb } from '@parley/bus/verb';
import { getConversation as contract } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboxService } from '../service.ts';
import { findShown } from './conversation.store.ts';
import { showConversation } from './show-conversation.rules.ts';

/** Errors: unknown_tenant, unknown_conversation. */
export const getConversation = verb(contract, async ({ database, now }: InboxService, { slug, id }) => {
  const row = await findShown(database, await tenantOfSlug(database, slug), id);
  if (!row) throw new AppError('unknown_conversation');
  return showConversation(row, now());
});
