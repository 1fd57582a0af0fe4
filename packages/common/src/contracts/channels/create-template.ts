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

/** Create a template of a wa account (docs/reference/channels.md#creating-templates). */
export const createTemplate = defineAction({
  service: 'channel-connect',
  name: 'create-template',
  method: 'POST',
  tag: 'channels',
  sdk: 'templates.create',
  mcp: 'adds',
  reference: 'docs/reference/channels.md#creating-templates',
  summary: 'Create a template of a wa account, which Meta reviews',
  description:
    'Creates a template of a WhatsApp Cloud API account (wa). Its structure is checked before the call; Meta then reviews it, and it can be sent once its status is approved. A name that exists in this language is refused by Meta.',
  input: withTemplateRules(
    z.object({ ...TEMPLATE_ADDRESS, category: TemplateCategoryField, language: TemplateLanguage, ...TEMPLATE_CONTENT }),
  ),
  output: z.object({
    ok: z.literal(true),
    channel: z.literal('wa'),
    id: z.string(),
    name: z.string(),
    language: z.string(),
    status: z.string().describe('As Meta names it: PENDING while it is reviewed'),
    category: z.string().describe('Meta may choose another one'),
  }),
  errors: [
    'channel_not_allowed',
    'not_connected',
    'template_exists',
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
      category: 'UTILITY',
      body: { text: 'Your order {{1}} is on its way.', examples: { 1: '1042' } },
    },
    answer: {
      ok: true,
      channel: 'wa',
      id: '594425479261596',
      name: 'order_update',
      language: 'en',
      status: 'PENDING',
      category: 'UTILITY',
    },
  },
  audit: { fields: [...TEMPLATE_FIELDS, 'category', 'id', 'status'], change: made() },
});
