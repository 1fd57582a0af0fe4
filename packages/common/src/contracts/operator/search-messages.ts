import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { ORIGINS } from '../../events.ts';
import { Instant, line, MessageId, Slug } from '../../fields.ts';
import { wordsOf } from '../../text/words-of.ts';
import { ListQuery, listOf } from './tenants.ts';

/** A search text: without a letter or a digit there is nothing to find. */
export const Sought = line(200).refine((q) => wordsOf(q).length > 0, 'must have a letter or a digit');

/** Whether the result matches by its words, or by the given id. */
export const FoundBy = z.enum(['id', 'words']);

export const MessageHit = z
  .object({
    message_id: MessageId,
    found_by: FoundBy,
    conversation_id: z.int(),
    channel: Channel,
    name: z.string().nullable().describe('The person of the conversation'),
    peer: z.string(),
    direction: z.enum(['in', 'out']),
    origin: z.enum(['customer', ...ORIGINS]),
    status: z.string(),
    snippet: z.string().describe('The text around the first word that was found; empty once the message was deleted'),
    at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'MessageHit' });

/** Search the text of messages (docs/reference/operator-api.md#search). */
export const searchMessages = defineOperator({
  service: 'inbox',
  name: 'search-messages',
  method: 'GET',
  path: '/tenants/{slug}/messages',
  summary: 'Search messages by words or by an id, newest first',
  description:
    'Finds messages of a tenant by the beginnings of words, in English and Arabic spellings, or by an id of a message. Returns pages; some are shorter than `limit`, so continue until `next_cursor` is null.',
  input: z.object({
    slug: Slug,
    q: Sought.describe('Word prefixes, all of which a message has; or the id of a message, ours or the platform’s'),
    ...ListQuery,
  }),
  output: listOf(MessageHit),
  errors: ['unknown_tenant'],
});
