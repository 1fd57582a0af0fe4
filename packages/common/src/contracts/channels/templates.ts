import { z } from 'zod';
import { ACCOUNT } from '../../contract/example-values.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, line } from '../../fields.ts';

/** Templates of a wa account (docs/reference/channels.md#template-list). */
export const templates = defineAction({
  service: 'channel-connect',
  name: 'templates',
  method: 'GET',
  tag: 'channels',
  sdk: 'templates.list',
  mcp: 'reads',
  mcpList: 'templates',
  reference: 'docs/reference/channels.md#template-list',
  summary: 'List the templates of a wa account',
  description:
    'Returns the templates of a WhatsApp Cloud API account (wa), each with name, language, category, review status and placeholders. On wa only an approved template reaches a person who has not written in the last 24 hours. The list may be 60 seconds old.',
  input: z.object({ from: line(200).optional().describe('Which of the account’s numbers: id, number or label') }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    templates: z.array(
      z
        .object({
          name: z.string(),
          language: z.string(),
          status: z.string(),
          category: z.string(),
          correct_category: z
            .string()
            .nullable()
            .optional()
            .describe('The category that Meta will give it; null: unchanged'),
          category_changes_at: Instant.nullable()
            .optional()
            .describe('When it gets that category, as Meta announced; null: Meta did not say'),
          body: z.string(),
          variables: z.int().describe('Number of distinct placeholders of the body'),
          id: z.string().nullable(),
          quality: z.string().nullable().describe('GREEN, YELLOW, RED or UNKNOWN'),
          rejected_reason: z
            .string()
            .nullable()
            .describe('As Meta names it, such as INVALID_FORMAT; null: not rejected'),
          components: z
            .array(z.record(z.string(), z.json()))
            .nullable()
            .describe('As Meta lists them; null if the list would be too large'),
        })
        .register(SCHEMA_NAMES, { id: 'Template' }),
    ),
  }),
  errors: ['channel_not_allowed', 'not_connected', 'graph_error', 'provider_timeout'],
  channel: 'wa',
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: { from: ACCOUNT.id },
    answer: {
      ok: true,
      count: 1,
      templates: [
        {
          name: 'order_update',
          language: 'en',
          status: 'APPROVED',
          category: 'UTILITY',
          correct_category: null,
          category_changes_at: null,
          body: 'Your order {{1}} is on its way.',
          variables: 1,
          id: '594425479261596',
          quality: 'GREEN',
          rejected_reason: null,
          components: [{ type: 'BODY', text: 'Your order {{1}} is on its way.' }],
        },
      ],
    },
  },
});
