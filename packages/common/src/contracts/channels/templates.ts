import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';

/** Templates of a wa account (docs/reference/channels.md#template-list). */
export const templates = defineAction({
  service: 'channel-connect',
  name: 'templates',
  method: 'GET',
  tag: 'channels',
  summary: 'List the templates of a wa account',
  input: z.object({ from: line(200).optional().describe('Which of the account’s numbers: id, number or label') }),
  output: z.object({
    ok: z.literal(true),
    count: z.int(),
    templates: z.array(
      z.object({
        name: z.string(),
        language: z.string(),
        status: z.string(),
        category: z.string(),
        body: z.string(),
        variables: z.int().describe('Number of distinct placeholders of the body'),
      }),
    ),
  }),
  errors: ['channel_not_allowed', 'not_connected', 'graph_error', 'provider_timeout'],
  channel: 'wa',
  deadlineMs: 25_000,
});
