import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { OF_TENANT } from '../../contract/audit-values.ts';
import { made, nothing } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, Slug } from '../../fields.ts';
import { ListQuery, listOf } from './tenants.ts';

const QuarantineId = z.string().regex(/^[1-9]\d{0,17}$/, 'must be the decimal digits of a quarantined element');

/** An element of a channel that was acknowledged and could not be stored because of its content. */
export const QuarantinedView = z
  .object({
    id: QuarantineId,
    channel: Channel,
    account_id: z.string().describe('As in the list of channels'),
    source: z
      .enum(['webhook', 'comment', 'device', 'stanza'])
      .describe(
        'The source: a provider’s webhook, a comment, a linked device; stanza: a message of a linked device that could not be read',
      ),
    kind: z.string().describe('message, receipt, reaction, …'),
    reason: z.string().describe('The reason why it could not be stored, without its content'),
    attempts: z.int().describe('How often it was delivered or retried'),
    first_at: Instant,
    last_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'QuarantinedElement' });

const Named = { slug: Slug, id: QuarantineId };
const errors = ['unknown_tenant', 'unknown_quarantined'] as const;

export const listQuarantined = defineOperator({
  service: 'inbound',
  name: 'list-quarantined',
  method: 'GET',
  path: '/tenants/{slug}/quarantine',
  summary: 'List elements that were acknowledged and could not be stored, newest first',
  description:
    'Returns incoming items that Parley accepted from a platform but could not store, page by page, with the reason. Nothing is lost: each can be retried or discarded.',
  input: z.object({ slug: Slug, ...ListQuery, channel: Channel.optional() }),
  output: listOf(QuarantinedView),
  errors: ['unknown_tenant'],
});

export const getQuarantined = defineOperator({
  service: 'inbound',
  name: 'get-quarantined',
  method: 'GET',
  path: '/tenants/{slug}/quarantine/{id}',
  summary: 'One quarantined element with its content',
  description: 'Returns a quarantined item with the content that the platform sent. It can contain personal data.',
  input: z.object(Named),
  output: QuarantinedView.extend({
    payload: z.string().describe('JSON, truncated after 256 kB'),
    payload_bytes: z.int().describe('Size of the whole JSON'),
  }),
  errors,
});

export const retryQuarantined = defineOperator({
  service: 'inbound',
  name: 'retry-quarantined',
  method: 'POST',
  path: '/tenants/{slug}/quarantine/{id}/retry',
  summary: 'Retry to store a quarantined element',
  description:
    'Tries to store a quarantined item again and returns the outcome. stored: it is reported now, and no longer quarantined. queued: its device reads it with its next connection. quarantined: it was refused again, for the given reason.',
  input: z.object(Named),
  output: z.object({
    id: QuarantineId,
    outcome: z.enum(['stored', 'queued', 'quarantined']),
    reason: z.string().nullable(),
  }),
  errors: [...errors, 'not_connected'],
  deadlineMs: 15_000,
  audit: { fields: [...OF_TENANT, 'outcome'], change: made({ fields: ['outcome'] }) },
});

export const discardQuarantined = defineOperator({
  service: 'inbound',
  name: 'discard-quarantined',
  method: 'DELETE',
  path: '/tenants/{slug}/quarantine/{id}',
  summary: 'Delete a quarantined element permanently',
  description: 'Deletes a quarantined item. It cannot be undone, and its content is never reported.',
  input: z.object(Named),
  output: z.object({ id: QuarantineId, discarded: z.literal(true) }),
  errors,
  audit: { fields: OF_TENANT, change: nothing('what it was must not stay in a log') },
});
