import type { getConversationPerson as contract } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { showConversation } from '../domain/show-conversation.ts';
import type { InboxService } from '../service.ts';
import { findPersonOf } from '../storage/person-store.ts';

/** The person of a conversation, with all their conversations. Errors: unknown_tenant, unknown_conversation. */
export async function getConversationPerson(
  { database, now }: InboxService,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const person = await findPersonOf(database, await tenantOfSlug(database, slug), id);
  if (!person) throw new AppError('unknown_conversation');
  const at = now();
  return { ...person, conversations: person.conversations.map((row) => showConversation(row, at)) };
}
