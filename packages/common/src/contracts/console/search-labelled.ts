import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineConsole } from '../../define-contract.ts';
import { Instant } from '../../fields.ts';
import { LabelView } from '../operator/label-fields.ts';
import { Sought } from '../operator/search-messages.ts';
import { ListQuery, listOf } from '../operator/tenants.ts';

const LabelledHit = z.object({
  conversation_id: z.int(),
  channel: Channel,
  name: z.string().nullable().describe('Of the person whom the conversation is with'),
  peer: z.string(),
  last_message_at: Instant,
  labels: z.array(LabelView).describe('Those with the words'),
});

/** Conversations in every state by the titles of their labels (docs/reference/console.md#search). */
export const searchLabelled = defineConsole({
  service: 'inbox',
  name: 'search-labelled',
  method: 'GET',
  summary: 'Search conversations by a label, newest first',
  permission: 'inbox.use',
  input: z.object({
    q: Sought.describe('Beginnings of words, all of which the title of one label has'),
    ...ListQuery,
  }),
  output: listOf(LabelledHit),
  errors: [],
});
