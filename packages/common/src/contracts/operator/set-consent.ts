import { z } from 'zod';
import { OF_TENANT } from '../../contract/audit-values.ts';
import { changedSilently, one } from '../../contract/resource-change.ts';
import { defineOperator } from '../../define-contract.ts';
import { RowId, Slug } from '../../fields.ts';
import { ConsentView } from './consent.ts';
import { getConversationPerson } from './conversations.ts';

/** Opts the person of a conversation out of marketing, or in again. */
export const setConsent = defineOperator({
  service: 'inbox',
  name: 'set-consent',
  method: 'PUT',
  path: '/tenants/{slug}/conversations/{id}/consent',
  summary: 'Opt the person of a conversation out of marketing, or in again',
  description:
    'Records that the person of a conversation does not want marketing, or wants it again. A marketing template to a person who opted out is refused with opted_out.',
  input: z.object({ slug: Slug, id: RowId, opted_out: z.boolean() }),
  output: ConsentView,
  errors: ['unknown_tenant', 'unknown_conversation'],
  audit: {
    fields: [...OF_TENANT, 'opted_out', 'by', 'at'],
    change: changedSilently(one(getConversationPerson), { within: 'consent' }),
  },
});
