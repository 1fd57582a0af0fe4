import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
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
    'graph_error',
    'provider_timeout',
  ],
  channelField: 'channel',
  deadlineMs: 55_000,
});
