import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';

/**
 * The category of a wa template by the list of its account, which is at most 60 s old
 * (docs/reference/consent.md#marketing-templates). Null: the list does not have it. Where the list has the name only in
 * other languages, a MARKETING one decides. Only a few recipients need it; sends are priced by the category in
 * listed_templates, which may be older and costs no call.
 */
export const findTemplateCategory = defineInternal({
  service: 'channel-connect',
  name: 'find-template-category',
  input: z.object({
    tenantId: z.int(),
    /** The provider's id of the number. */
    externalId: z.string(),
    name: z.string(),
    language: z.string(),
  }),
  output: z.object({ category: z.string().nullable() }),
  errors: ['not_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 15_000,
});
