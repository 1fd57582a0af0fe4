import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText } from '../../fields.ts';

/**
 * Finds the category of a wa template in its account's list, which is at most 60 s old
 * (docs/reference/consent.md#marketing-templates). Null: the list does not contain the name. Where it contains the name
 * only in other languages, MARKETING takes precedence. Called only for recipients who opted out or hide their number:
 * sends are priced by the category in listed_templates, which may be older and needs no call.
 */
export const findTemplateCategory = defineInternal({
  service: 'channel-connect',
  name: 'find-template-category',
  input: z.object({
    tenantId: z.int(),
    /** The provider's id of the number. */
    externalId: BusText,
    name: BusText,
    language: BusText,
  }),
  output: z.object({ category: z.string().nullable() }),
  errors: ['not_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 15_000,
});
