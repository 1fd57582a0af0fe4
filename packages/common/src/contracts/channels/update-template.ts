import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
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
  summary: 'Replace the content of a template, which Meta reviews again',
  description:
    'Replaces the content of an existing template of a WhatsApp Cloud API account (wa). Meta reviews it again, and limits how often a template may change.',
  input: withTemplateRules(
    z.object({
      ...TEMPLATE_ADDRESS,
      category: TemplateCategoryField.optional().describe('Meta never changes that of an approved template'),
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
    'graph_error',
    'provider_timeout',
  ],
  channelField: 'channel',
  deadlineMs: 55_000,
});
