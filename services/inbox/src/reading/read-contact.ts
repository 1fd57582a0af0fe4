import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import { contact as contract } from '@parley/common/contracts/reading/contact';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { findConsent, findConsentOfContact, findPersonByAddress, findPersonOf } from '../conversations/person.store.ts';
import { type ShownPerson, showConversation } from '../conversations/show-conversation.rules.ts';
import type { InboxService } from '../service.ts';
import { toReadConversation } from './reading.rules.ts';

type Input = InputOf<typeof contract>;

/**
 * One person with the conversations of the calling key's channels. Errors: unknown_conversation, unknown_contact.
 */
export const readContact = verb(contract, async (service: InboxService, input: Input, context) => {
  const { database, now } = service;
  const caller = callerOf(context);
  const { tenantId, channels } = caller;
  const { conversations, addresses, ...person } = await findAllowed(service, input, caller);
  const consent =
    input.conversationId === undefined
      ? await findConsentOfContact(database, tenantId, person.contactId)
      : await findConsent(database, tenantId, input.conversationId);
  const at = now();
  return {
    ok: true,
    ...person,
    addresses: [...new Set(addresses.map((address) => address.replace(/^comment:/, '')))],
    consent,
    conversations: conversations
      .filter(({ channel }) => channels.includes(channel))
      .map((row) => toReadConversation(showConversation(row, at))),
  };
});

/** The named person, if the key may use their channel. Errors: unknown_conversation, unknown_contact. */
async function findAllowed(
  { database }: InboxService,
  { conversationId, channel, address }: Input,
  { tenantId, channels }: ReturnType<typeof callerOf>,
): Promise<ShownPerson> {
  const isOfConversation = conversationId !== undefined;
  const person = isOfConversation
    ? await findPersonOf(database, tenantId, conversationId)
    : channel && address
      ? await findPersonByAddress(database, tenantId, channel, address)
      : null;
  if (!person || !channels.includes(person.channel))
    throw isOfConversation
      ? new AppError('unknown_conversation')
      : new AppError('unknown_contact', { message: 'No person has this address on this channel.' });
  return person;
}
