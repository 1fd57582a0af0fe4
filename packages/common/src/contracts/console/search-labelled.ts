import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { Instant } from '../../fields.ts';
import { LabelView } from '../operator/label-fields.ts';
import { Sought } from '../operator/search-messages.ts';
import { ListQuery, listOf } from '../operator/tenants.ts';

const LabelledHit = z.object({
  conversation_id: z.int(),
  channel: Channel,
  name: z.string().nullable().describe('The person of the conversation'),
  peer: z.string(),
  last_message_at: Instant,
  labels: z.array(LabelView).describe('The labels with these words'),
});

/** Finds conversations in every state by the titles of their labels (docs/reference/console.md#search). */
export const searchLabelled = defineConsole({
  service: 'inbox',
  name: 'search-labelled',
  method: 'GET',
  summary: 'Search conversations by a label, newest first',
  permission: 'inbox.use',
  input: z.object({
    q: Sought.describe('Word prefixes, all of which occur in the title of one label'),
    ...ListQuery,
  }),
  output: listOf(LabelledHit),
  errors: [],
});
