import type { getConversationPerson as contract } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { showConsent } from '../domain/show-consent.ts';
import { showConversation } from '../domain/show-conversation.ts';
import type { InboxService } from '../service.ts';
import { findConsent } from '../storage/consent-store.ts';
import { findPersonOf } from '../storage/person-store.ts';

/** The person of a conversation, with all their conversations. Errors: unknown_tenant, unknown_conversation. */
export async function getConversationPerson(
  { database, now }: InboxService,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const person = await findPersonOf(database, tenantId, id);
  if (!person) throw new AppError('unknown_conversation');
  const consent = showConsent(await findConsent(database, tenantId, id));
  const at = now();
  return { ...person, consent, conversations: person.conversations.map((row) => showConversation(row, at)) };
}
