import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, Slug } from '../../fields.ts';
import { FoundBy, Sought } from './search-messages.ts';
import { ListQuery, listOf } from './tenants.ts';

/** The maximum number of addresses per person in a search result. */
export const SHOWN_ADDRESSES = 5;

export const PersonHit = z
  .object({
    contact_id: z.int(),
    found_by: FoundBy,
    channel: Channel,
    name: z.string().nullable(),
    username: z.string().nullable(),
    addresses: z.array(z.string()).describe(`${SHOWN_ADDRESSES} at most`),
    conversation_id: z
      .int()
      .nullable()
      .describe('The newest conversation with them; null for people who only commented'),
    last_message_at: Instant.nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'PersonHit' });

/** Search the people of a tenant (docs/reference/operator-api.md#search). */
export const searchPeople = defineOperator({
  service: 'inbox',
  name: 'search-people',
  method: 'GET',
  path: '/tenants/{slug}/people',
  summary: 'Search people by name, address or the id of a conversation, newest first',
  description:
    'Finds people of a tenant by name, any part of a number, or the id of a conversation. Continue with `cursor` until `next_cursor` is null.',
  input: z.object({
    slug: Slug,
    q: Sought.describe(
      'Word prefixes, all of which the name, user name or addresses have; part of a number; or the id of a conversation',
    ),
    ...ListQuery,
  }),
  output: listOf(PersonHit),
  errors: ['unknown_tenant'],
});
