import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineAction } from '../../define-contract.ts';
import { line, RowId } from '../../fields.ts';
import { ConsentView } from '../operator/consent.ts';
import { missingField } from '../when-object.ts';
import { READ_CONVERSATION, ReadConversation } from './conversations.ts';

/** Conversations that a contact is shown with. */
export const SHOWN_CONVERSATIONS = 100;

/** One person, by a conversation or an address (docs/reference/reading.md#contact). */
export const contact = defineAction({
  service: 'inbox',
  name: 'contact',
  method: 'GET',
  tag: 'contacts',
  sdk: 'contacts.get',
  mcp: 'reads',
  reference: 'docs/reference/reading.md',
  summary: 'Get a person with their addresses, consent and conversations',
  description:
    'Returns a person, named by `conversation_id`, or by `channel` and `address`. `conversations` are those of the key’s channels; a phone number is the same person on wa and wd. Needs a key with `may_read`.',
  input: z
    .object({
      conversation_id: RowId.optional().describe('A conversation with the person'),
      channel: Channel.optional().describe('With `address`'),
      address: line(200).optional().describe('With `channel`: an address of the person there, such as +16505550123'),
    })
    .refine(
      (v) => v.conversation_id !== undefined || (v.channel !== undefined && v.address !== undefined),
      missingField('conversation_id', 'conversation_id is required, or channel and address.'),
    )
    .refine((v) => v.conversation_id === undefined || (v.channel === undefined && v.address === undefined), {
      path: ['conversation_id'],
      message: 'must be left out: channel and address name the person already',
    }),
  output: z.object({
    ok: z.literal(true),
    contact_id: z.int(),
    channel: Channel,
    name: z.string().nullable(),
    username: z.string().nullable(),
    phone: z.string().nullable(),
    addresses: z.array(z.string()).describe('On this channel; each can be the `to` of a send'),
    consent: ConsentView.describe('Whether the person accepts marketing messages'),
    conversations: z
      .array(ReadConversation)
      .describe(`Newest activity first, ${SHOWN_CONVERSATIONS} at most, each with its labels`),
  }),
  errors: ['channel_not_allowed', 'read_not_allowed', 'unknown_conversation', 'unknown_contact'],
  channelField: 'channel',
  requires: 'may_read',
  logged: { conversation_id: RowId, channel: Channel },
  example: {
    request: { channel: 'wa', address: '+16505550123' },
    answer: {
      ...{ ok: true, contact_id: 5, channel: 'wa', name: 'Sample person', username: null, phone: '+16505550123' },
      addresses: ['+16505550123'],
      consent: { opted_out: false, by: null, at: null },
      conversations: [READ_CONVERSATION],
    },
  },
});
