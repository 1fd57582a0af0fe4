import { type AnswerOf, AT, IN_SHOP, LATER, type OperatorExamples, pageOf } from './example-of.ts';

const CONVERSATION: AnswerOf<'get-conversation'> = {
  id: 7,
  kind: 'messages',
  channel: 'wa',
  account: { id: '106540352242922', number: '+16505550100', label: 'Shop' },
  peer: '+16505551234',
  contact_id: 5,
  name: 'Sample person',
  status: 'open',
  snoozed: null,
  assignee: null,
  team: null,
  bot: 'on',
  labels: [],
  unread: 1,
  reply_until: LATER,
  last_message: {
    direction: 'in',
    origin: 'customer',
    text: 'Is it there in blue?',
    kind: null,
    status: 'received',
    at: AT,
  },
  last_comment: null,
  last_message_at: AT,
  created_at: AT,
};
const IN_CONVERSATION = { ...IN_SHOP, id: CONVERSATION.id };
const CONSENT = { opted_out: false, by: null, at: null };
const DECIDED: AnswerOf<'update-conversations'>['conversations'][number]['before'] = {
  status: 'open',
  assignee: null,
  team: null,
  bot: 'on',
  snoozed: null,
  labels: [],
};
const WORDS = { stop_words: ['stop', 'unsubscribe'], start_words: ['start'], is_default: false };
const UPLOAD = {
  upload_id: 'upl_01k0a2b3c4d5e6f7g8h9j0kmnp',
  filename: 'menu.pdf',
  size: 17,
  received: 0,
  type: null,
  mime_type: null,
} as const;

/** Examples of the endpoints of conversations, people, consent and uploads. */
export const INBOX_EXAMPLES = {
  'list-conversations': { request: { ...IN_SHOP, status: 'open', unread: true }, answer: pageOf(CONVERSATION) },
  'get-conversation': { request: IN_CONVERSATION, answer: CONVERSATION },
  'get-conversation-person': {
    request: IN_CONVERSATION,
    answer: {
      name: 'Sample person',
      username: null,
      phone: '+16505551234',
      addresses: ['+16505551234'],
      consent: CONSENT,
      conversations: [CONVERSATION],
    },
  },
  'set-consent': {
    request: { ...IN_CONVERSATION, opted_out: true },
    answer: { opted_out: true, by: 'operator', at: LATER },
  },
  'list-conversation-messages': {
    request: { ...IN_CONVERSATION, limit: 50 },
    answer: pageOf({
      message_id: '12',
      direction: 'in',
      origin: 'customer',
      status: 'received',
      text: 'Is it there in blue?',
      attachments: [],
      content: null,
      interactive: null,
      received: null,
      pricing: null,
      author: null,
      template: null,
      reply_to: null,
      quoted: null,
      reactions: [{ from: 'account', emoji: '👍' }],
      error: null,
      upload_id: null,
      at: AT,
      edited_at: null,
      revoked_at: null,
    }),
  },
  'search-messages': {
    request: { ...IN_SHOP, q: 'blue' },
    answer: pageOf({
      message_id: '12',
      found_by: 'words',
      conversation_id: CONVERSATION.id,
      channel: 'wa',
      name: 'Sample person',
      peer: '+16505551234',
      direction: 'in',
      origin: 'customer',
      status: 'received',
      snippet: 'Is it there in blue?',
      at: AT,
    }),
  },
  'search-people': {
    request: { ...IN_SHOP, q: 'sample' },
    answer: pageOf({
      contact_id: 5,
      found_by: 'words',
      channel: 'wa',
      name: 'Sample person',
      username: null,
      addresses: ['+16505551234'],
      conversation_id: CONVERSATION.id,
      last_message_at: AT,
    }),
  },
  'update-conversation': {
    request: { ...IN_CONVERSATION, status: 'resolved' },
    answer: { ...CONVERSATION, status: 'resolved' },
  },
  'mark-conversation-read': { request: IN_CONVERSATION, answer: { ...CONVERSATION, unread: 0 } },
  'update-conversations': {
    request: { ...IN_SHOP, ids: [CONVERSATION.id], status: 'resolved' },
    answer: {
      changed: 1,
      conversations: [{ id: CONVERSATION.id, before: DECIDED, after: { ...DECIDED, status: 'resolved' } }],
      next_cursor: null,
    },
  },
  'send-from-dashboard': {
    request: { ...IN_CONVERSATION, message: 'Yes, in all sizes.' },
    answer: { message_id: '13', channel: 'wa', to: '+16505551234', conversation_id: CONVERSATION.id },
  },
  'cancel-scheduled-message': {
    request: { ...IN_CONVERSATION, message_id: '14' },
    answer: { message_id: '14', status: 'cancelled' },
  },
  'get-consent-words': { request: IN_SHOP, answer: WORDS },
  'update-consent-words': {
    request: { ...IN_SHOP, stop_words: WORDS.stop_words, start_words: WORDS.start_words },
    answer: WORDS,
  },
  'begin-upload': {
    request: { ...IN_SHOP, filename: UPLOAD.filename, size: UPLOAD.size },
    answer: { ...UPLOAD, piece_bytes: 524_288 },
  },
  'add-upload-piece': {
    request: { ...IN_SHOP, upload_id: UPLOAD.upload_id, offset: 0, data: 'JVBERi0xLjQKJSBlbXB0eQo=' },
    answer: { ...UPLOAD, received: UPLOAD.size, type: 'document', mime_type: 'application/pdf' },
  },
} satisfies Partial<OperatorExamples>;
