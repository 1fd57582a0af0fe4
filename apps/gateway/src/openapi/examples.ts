import type { webhook } from '@parley/common/contracts/account/webhook';
import type { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import type { conversations } from '@parley/common/contracts/reading/conversations';
import type { GivenInputOf, WireOutputOf } from '@parley/common/define-contract';
import { sampleEvent } from '@parley/common/sample-events';

type Action = (typeof CUSTOMER_ACTIONS)[number];

interface ExampleOf<A extends Action> {
  request: GivenInputOf<A>;
  answer: WireOutputOf<A>;
  deferredAnswer?: WireOutputOf<A>;
}

type Examples = { [A in Action as A['name']]?: ExampleOf<A> };

const AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-02T08:00:00.000Z';
const SESSION = 'wds_4f7Qh2mZr8sYb1cXk9LtVw';
const PAGE = `https://parley.example/pair/${SESSION}`;
const WEBHOOK: WireOutputOf<typeof webhook> & { url: string } = {
  ok: true,
  url: 'https://shop.example/parley',
  events: ['message.received'],
  status: 'active',
  reason: null,
};
const account = { id: '106540352242922', number: '+16505550100', label: 'Shop' };
const phone = { id: '3', number: '+16505550101', label: 'Front desk' };
const comment = { platform: 'fb', comment_id: '122100_456', post_id: '108_122100' } as const;

const READ_CONVERSATION: WireOutputOf<typeof conversations>['conversations'][number] = {
  conversation_id: 7,
  kind: 'messages',
  channel: 'wa',
  peer: '+16505550123',
  contact_id: 5,
  name: 'Sample person',
  account: { id: '106540352242922', number: '+15550783881', label: 'Shop' },
  status: 'open',
  is_snoozed: false,
  unread: 1,
  waiting: true,
  labels: ['Order'],
  reply_until: LATER,
  last_message: { direction: 'in', text: 'Is it there in blue?', kind: null, status: 'received', at: AT },
  last_activity_at: AT,
  created_at: AT,
};

const TYPED: Examples = {
  status: {
    request: {},
    answer: { ok: true, instance_id: 'ins_01k0a2b3c4d5', channels: ['wa', 'wd', 'tg', 'fb'], balance: 100 },
  },
  send: {
    request: { channel: 'wd', to: '+16505551234', message: 'Hello' },
    answer: { ok: true, message_id: '12', channel: 'wd', to: '+16505551234' },
    deferredAnswer: {
      ok: true,
      message_id: '13',
      channel: 'wd',
      to: '+16505551234',
      status: 'scheduled',
      send_at: LATER,
    },
  },
  'cancel-send': {
    request: { channel: 'wd', message_id: '13' },
    answer: { ok: true, channel: 'wd', message_id: '13', status: 'cancelled' },
  },
  message: {
    request: { message_id: '12' },
    answer: {
      ok: true,
      channel: 'wd',
      conversation_id: 7,
      message_id: '12',
      to: '+16505551234',
      account: phone,
      text: 'Hello',
      attachments: [],
      origin: 'api',
      template: null,
      provider_message_id: '3EB0C767D26A1D8E5F4B',
      sent_at: AT,
      status: 'delivered',
      error: null,
      history: [{ status: 'delivered', at: AT }],
    },
  },
  react: {
    request: { channel: 'wa', message_id: '11', emoji: '👍' },
    answer: { ok: true, channel: 'wa', message_id: '11', emoji: '👍' },
  },
  'edit-message': {
    request: { channel: 'tg', message_id: '10', message: 'Hello again' },
    answer: { ok: true, channel: 'tg', message_id: '10', message: 'Hello again', edited_at: AT },
  },
  'delete-message': {
    request: { channel: 'tg', message_id: '10' },
    answer: { ok: true, channel: 'tg', message_id: '10', deleted_at: AT },
  },
  'mark-read': {
    request: { channel: 'wa', message_id: '11' },
    answer: { ok: true, channel: 'wa', message_id: '11' },
  },
  typing: {
    request: { channel: 'tg', to: '5550101' },
    answer: { ok: true, channel: 'tg', to: '5550101', state: 'typing' },
  },
  'check-number': {
    request: { channel: 'wd', numbers: ['+16505551234'] },
    answer: {
      ok: true,
      channel: 'wd',
      numbers: [{ number: '+16505551234', exists: true, to: '+16505551234' }],
    },
  },
  'reject-call': {
    request: { channel: 'wd', call_id: 'F2B0A1' },
    answer: { ok: true, channel: 'wd', call_id: 'F2B0A1' },
  },
  templates: {
    request: { from: account.id },
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
  'create-template': {
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
  'update-template': {
    request: {
      channel: 'wa',
      name: 'order_update',
      language: 'en',
      body: { text: 'Your order {{1}} has left our house.', examples: { 1: '1042' } },
    },
    answer: { ok: true, channel: 'wa', id: '594425479261596', name: 'order_update', language: 'en', changed: true },
  },
  'delete-template': {
    request: { channel: 'wa', name: 'order_update', language: 'en' },
    answer: { ok: true, channel: 'wa', name: 'order_update', language: 'en', deleted: 1 },
  },
  channels: {
    request: {},
    answer: {
      ok: true,
      channels: [
        { channel: 'wa', id: account.id, name: account.label, identifier: account.number, status: 'connected' },
        { channel: 'wd', id: phone.id, name: phone.label, identifier: phone.number, status: 'connected' },
      ],
      counts: { wa: 1, wd: 1, tg: 0 },
    },
  },
  capabilities: {
    request: {},
    answer: {
      ok: true,
      accounts: [
        {
          channel: 'tg',
          id: '110201543',
          label: 'acme_bot',
          capabilities: {
            files: ['image', 'video', 'audio', 'document', 'voice', 'sticker'],
            reply_buttons: 10,
            url_buttons: 10,
            mixed_buttons: true,
            list: false,
            location: true,
            contacts: true,
            poll: true,
            post: false,
            reply_to: true,
            mentions: false,
            preview: 'chosen',
            human_agent: false,
            react: true,
            edit: true,
            delete: true,
            mark_read: false,
            typing: ['typing', 'recording'],
            check_number: false,
            reject_call: false,
          },
          limits: { text: 4096, caption: 1024, unit: 'characters' },
        },
      ],
    },
  },
  'connect-link': {
    request: { channel: 'fb', redirect_url: 'https://shop.example/connected' },
    answer: {
      ok: true,
      channel: 'fb',
      connect_url: 'https://parley.example/connect/3f1c',
      redirect_url: 'https://shop.example/connected',
    },
  },
  'connect-telegram': {
    request: { bot_token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw' },
    answer: { ok: true, channel: 'tg', status: 'connected', bot_username: 'acme_bot' },
  },
  'disconnect-channel': {
    request: { channel: 'fb', id: '12345654332' },
    answer: {
      ok: true,
      channel: 'fb',
      status: 'disconnected',
      also_disconnected: [{ channel: 'ig', id: '17841400000000001' }],
    },
  },
  'create-session': {
    request: { label: phone.label },
    answer: { ok: true, session_token: SESSION, account_id: 3, expires_at: LATER, pair_url: PAGE },
  },
  'pair-code': {
    request: { session_token: SESSION, phone: phone.number },
    answer: { ok: true, pairing_code: 'ABCD-EFGH', expires_at: AT },
  },
  'session-status': {
    request: { session_token: SESSION },
    answer: {
      ok: true,
      account_id: 3,
      label: phone.label,
      status: 'awaiting_pairing',
      since: AT,
      phone: null,
      reason: null,
      pair_url: PAGE,
    },
  },
  'session-qr': {
    request: { session_token: SESSION },
    answer: {
      ok: true,
      account_id: 3,
      status: 'awaiting_pairing',
      qr: '2@AbCdEf',
      image: 'data:image/png;base64,iVBORw0KGgo=',
      expires_at: AT,
    },
  },
  'delete-session': {
    request: { session_token: SESSION },
    answer: { ok: true, channel: 'wd', id: phone.id, status: 'disconnected' },
  },
  'comment-reply': {
    request: { comment_id: comment.comment_id, message: 'Yes, in all sizes.', private_message: 'Which size is yours?' },
    answer: {
      ok: true,
      platform: 'fb',
      comment_id: '122100_457',
      in_reply_to: comment.comment_id,
      post_id: comment.post_id,
      private_message: { ok: true, message_id: '14', conversation_id: 8 },
    },
  },
  comments: {
    request: { platform: 'fb', limit: 20 },
    answer: {
      ok: true,
      count: 1,
      comments: [
        {
          ...comment,
          parent_id: null,
          text: 'Is it there in blue?',
          from: { id: '987654321432', name: 'Sample person' },
          conversation_id: 8,
          account: { id: '12345654332', number: null, label: 'Shop' },
          created_at: AT,
          replied: false,
        },
      ],
      next_cursor: null,
    },
  },
  conversations: {
    request: { waiting: true, limit: 20 },
    answer: { ok: true, count: 1, conversations: [READ_CONVERSATION], next_cursor: null },
  },
  messages: {
    request: { conversation_id: 7, limit: 20 },
    answer: {
      ...{ ok: true, conversation_id: 7, channel: 'wa', count: 1, next_cursor: null },
      messages: [
        {
          ...{ message_id: '1041', direction: 'in', origin: 'customer', from: '+16505550123', to: '106540352242922' },
          ...{ status: 'received', text: 'Is it there in blue?', attachments: [], content: null, interactive: null },
          ...{ template: null, reply_to: null, reactions: [], error: null, at: AT, edited_at: null, deleted_at: null },
        },
      ],
    },
  },
  events: {
    request: { after: 'evt_01k0a2b3c4d5e6f7g8h9j0kmnp', limit: 100 },
    answer: {
      ok: true,
      count: 1,
      events: [
        {
          id: 'evt_01k0a2b3c4d5e6f7g8h9j0kmnq',
          event: 'message.status',
          instance_id: 'ins_01k0a2b3c4d5',
          created_at: AT,
          data: { ...sampleEvent('message.status', new Date(AT)) },
        },
      ],
      next_after: 'evt_01k0a2b3c4d5e6f7g8h9j0kmnq',
      has_more: false,
    },
  },
  webhook: { request: {}, answer: WEBHOOK },
  'set-webhook': {
    request: { url: WEBHOOK.url, events: WEBHOOK.events },
    answer: { ...WEBHOOK, webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
};

/** A request of an action and its answer, by the action. A test parses each with its contract. */
export const EXAMPLES: Readonly<
  Record<string, { request: Record<string, unknown>; answer: unknown; deferredAnswer?: unknown } | undefined>
> = TYPED;
