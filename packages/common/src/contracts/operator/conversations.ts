import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { defineOperator } from '../../define-contract.ts';
import { AccountRef, Attachment, ORIGINS } from '../../events.ts';
import { Instant, line, MessageId, RowId, Slug, text } from '../../fields.ts';
import { ListQuery, listOf } from './tenants.ts';

export const ConversationStatus = z.enum(['open', 'resolved', 'archived']);

export const ConversationView = z.object({
  id: z.int(),
  channel: Channel,
  account: AccountRef,
  peer: z.string(),
  contact_id: z.int().describe('Who it is with; what an erasure takes'),
  name: z.string().nullable(),
  status: ConversationStatus,
  last_message_at: Instant,
  created_at: Instant,
});

export const ConversationMessage = z.object({
  message_id: MessageId,
  direction: z.enum(['in', 'out']),
  origin: z.enum(['customer', ...ORIGINS]),
  status: z.string(),
  text: z.string(),
  attachments: z.array(Attachment),
  at: Instant,
});

export const listConversations = defineOperator({
  service: 'inbound',
  name: 'list-conversations',
  method: 'GET',
  path: '/tenants/{slug}/conversations',
  summary: 'List conversations, newest activity first',
  input: z.object({ slug: Slug, ...ListQuery, channel: Channel.optional(), status: ConversationStatus.optional() }),
  output: listOf(ConversationView),
  errors: ['unknown_tenant'],
});

export const listConversationMessages = defineOperator({
  service: 'inbound',
  name: 'list-conversation-messages',
  method: 'GET',
  path: '/tenants/{slug}/conversations/{id}/messages',
  summary: 'Messages of a conversation, newest first',
  input: z.object({ slug: Slug, id: RowId, ...ListQuery }),
  output: listOf(ConversationMessage),
  errors: ['unknown_tenant', 'unknown_conversation'],
});

export const updateConversation = defineOperator({
  service: 'inbound',
  name: 'update-conversation',
  method: 'PATCH',
  path: '/tenants/{slug}/conversations/{id}',
  summary: 'Open, resolve or archive a conversation',
  input: z.object({ slug: Slug, id: RowId, status: ConversationStatus }),
  output: ConversationView,
  errors: ['unknown_tenant', 'unknown_conversation'],
});

/**
 * Sends as the operator: origin `dashboard`, same credit and window rules
 * (docs/reference/operator-api.md#conversations).
 */
export const sendFromDashboard = defineOperator({
  service: 'send',
  name: 'send-from-dashboard',
  method: 'POST',
  path: '/tenants/{slug}/conversations/{id}/messages',
  summary: 'Answer in a conversation',
  input: z.object({ slug: Slug, id: RowId, message: text(6000), media_url: line(2048).optional() }),
  output: z.object({ message_id: MessageId, channel: Channel, to: z.string(), conversation_id: z.int() }),
  errors: [
    'unknown_tenant',
    'unknown_conversation',
    'insufficient_balance',
    'not_connected',
    'no_existing_conversation',
    'graph_error',
    'telegram_error',
    'tiktok_error',
    'device_error',
    'provider_timeout',
  ],
  deadlineMs: 25_000,
});
