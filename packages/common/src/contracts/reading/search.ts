import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { AT } from '../../contract/example-values.ts';
import { LoggedLimit } from '../../contract/logged-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { Cursor, Instant, pageLimit } from '../../fields.ts';
import { MessageHit, Sought } from '../operator/search-messages.ts';
import { PersonHit, SHOWN_ADDRESSES } from '../operator/search-people.ts';

const FoundMessage = MessageHit.pick({ message_id: true, direction: true, origin: true, status: true }).extend({
  peer: z.string().describe('The `to` of a send'),
  snippet: z.string().describe('The text around the first word that was found; empty once the message was deleted'),
});

const FoundPerson = PersonHit.pick({ contact_id: true, username: true }).extend({
  addresses: z.array(z.string()).describe(`${SHOWN_ADDRESSES} at most`),
});

/** A person or a message that a search found. */
export const SearchResult = z
  .object({
    kind: z.enum(['person', 'message']),
    channel: Channel,
    conversation_id: z.int().nullable().describe('Of a person: the newest one; null for people who only commented'),
    name: z.string().nullable().describe('The person, or the person of the message’s conversation'),
    at: Instant.nullable().describe('Of a message: when it was sent; of a person: the newest message with them'),
    person: FoundPerson.nullable(),
    message: FoundMessage.nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'SearchResult' });

/** Search in the people and messages of the key's channels (docs/reference/reading.md#search). */
export const search = defineAction({
  service: 'inbox',
  name: 'search',
  method: 'GET',
  tag: 'conversations',
  sdk: 'conversations.search',
  mcp: 'reads',
  reference: 'docs/reference/reading.md',
  summary: 'Search people and messages, people first',
  description:
    'Finds people by name, number or address, and messages by their words, in English and Arabic spellings; newest first. A page can be short or empty while `next_cursor` is not null: continue until it is null. Needs a key with `may_read`.',
  input: z.object({
    q: Sought.describe(
      'Word prefixes, all of which a result has; part of a number; or the id of a conversation or message',
    ),
    kind: SearchResult.shape.kind.optional().describe('Only people, or only messages'),
    channel: Channel.optional(),
    limit: pageLimit(50, 20),
    cursor: Cursor.optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    results: z.array(SearchResult),
    next_cursor: z.string().nullable(),
  }),
  errors: ['channel_not_allowed', 'read_not_allowed'],
  channelField: 'channel',
  requires: 'may_read',
  logged: { kind: z.enum(['person', 'message']), channel: Channel, limit: LoggedLimit },
  example: {
    request: { q: 'blue', limit: 20 },
    answer: {
      ...{ ok: true, count: 1, next_cursor: null },
      results: [
        {
          ...{ kind: 'message', channel: 'wa', conversation_id: 7, name: 'Sample person', at: AT, person: null },
          message: {
            ...{ message_id: '1041', direction: 'in', origin: 'customer', status: 'received' },
            ...{ peer: '+16505550123', snippet: 'Is it there in blue?' },
          },
        },
      ],
    },
  },
});
