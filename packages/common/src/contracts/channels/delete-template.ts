import { z } from 'zod';
import { TEMPLATE_FIELDS } from '../../contract/audit-values.ts';
import { ON_TEMPLATE } from '../../contract/logged-values.ts';
import { made } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { TEMPLATE_ADDRESS, TemplateLanguage } from './template-fields.ts';

/** Delete a template of a wa account (docs/reference/channels.md#creating-templates). */
export const deleteTemplate = defineAction({
  service: 'channel-connect',
  name: 'delete-template',
  method: 'POST',
  tag: 'channels',
  sdk: 'templates.delete',
  mcp: 'removes',
  reference: 'docs/reference/channels.md#creating-templates',
  summary: 'Delete a template of a wa account, in one language or in all',
  description:
    'Deletes a template of a WhatsApp Cloud API account (wa) at Meta: in one language, or in all languages if none is given. It cannot be undone, and sends that use the template fail from then on.',
  input: z.object({
    ...TEMPLATE_ADDRESS,
    language: TemplateLanguage.optional().describe('Default: every language of the name'),
  }),
  output: z.object({
    ok: z.literal(true),
    channel: z.literal('wa'),
    name: z.string(),
    language: z.string().nullable(),
    deleted: z.int().describe('Number of deleted templates; 0 when there was none'),
  }),
  errors: ['channel_not_allowed', 'not_connected', ...IDEMPOTENCY_ERRORS, 'graph_error', 'provider_timeout'],
  channelField: 'channel',
  deadlineMs: 50_000,
  logged: ON_TEMPLATE,
  example: {
    request: { channel: 'wa', name: 'order_update', language: 'en' },
    answer: { ok: true, channel: 'wa', name: 'order_update', language: 'en', deleted: 1 },
  },
  audit: { fields: [...TEMPLATE_FIELDS, 'deleted'], change: made() },
});
