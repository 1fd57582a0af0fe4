import { z } from 'zod';
import { TEMPLATE_FIELDS } from '../../contract/audit-values.ts';
import { ON_TEMPLATE } from '../../contract/logged-values.ts';
import { made } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { TEMPLATE_CATEGORIES } from '../../wa-template/template-limits.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import {
  TEMPLATE_ADDRESS,
  TEMPLATE_CONTENT,
  TemplateCategoryField,
  TemplateLanguage,
  withTemplateRules,
} from './template-fields.ts';

/** Replace the content of a template (docs/reference/channels.md#creating-templates). */
export const updateTemplate = defineAction({
  service: 'channel-connect',
  name: 'update-template',
  method: 'POST',
  tag: 'channels',
  sdk: 'templates.update',
  mcp: 'removes',
  reference: 'docs/reference/channels.md#creating-templates',
  summary: 'Replace the content of a template, which Meta reviews again',
  description:
    'Replaces the content of an existing template of a WhatsApp Cloud API account (wa). Meta reviews it again, and limits how often a template may change.',
  input: withTemplateRules(
    z.object({
      ...TEMPLATE_ADDRESS,
      category: TemplateCategoryField.optional().describe('Meta never changes the category of an approved template'),
      language: TemplateLanguage,
      ...TEMPLATE_CONTENT,
    }),
  ),
  output: z.object({
    ok: z.literal(true),
    channel: z.literal('wa'),
    id: z.string(),
    name: z.string(),
    language: z.string(),
    changed: z.boolean().describe('false: the template already had this content, and Meta was not called'),
  }),
  errors: [
    'channel_not_allowed',
    'not_connected',
    'unknown_template',
    'unknown_upload',
    'service_unavailable',
    ...IDEMPOTENCY_ERRORS,
    'graph_error',
    'provider_timeout',
  ],
  channelField: 'channel',
  deadlineMs: 55_000,
  logged: { ...ON_TEMPLATE, category: z.enum(TEMPLATE_CATEGORIES) },
  example: {
    request: {
      channel: 'wa',
      name: 'order_update',
      language: 'en',
      body: { text: 'Your order {{1}} has left our house.', examples: { 1: '1042' } },
    },
    answer: { ok: true, channel: 'wa', id: '594425479261596', name: 'order_update', language: 'en', changed: true },
  },
  audit: { fields: [...TEMPLATE_FIELDS, 'category', 'id', 'changed'], change: made() },
});
