import { verb } from '@parley/bus/verb';
import { getConversationPerson as contract } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboxService } from '../service.ts';
import { findConsent, findPersonOf } from './person.store.ts';
import { showConversation } from './show-conversation.rules.ts';

/** The person of a conversation, with all their conversations. Errors: unknown_tenant, unknown_conversation. */
export const getConversationPerson = verb(contract, async ({ database, now }: InboxService, { slug, id }) => {
  const tenantId = await tenantOfSlug(database, slug);
  const person = await findPersonOf(database, tenantId, id);
  if (!person) throw new AppError('unknown_conversation');
  const consent = await findConsent(database, tenantId, id);
  const at = now();
  const { contactId: _contactId, channel: _channel, conversations, ...names } = person;
  return { ...names, consent, conversations: conversations.map((row) => showConversation(row, at)) };
});
