import { type AnswerOf, AT, IN_SHOP, INSTANCE, LATER, OF_KEY, type OperatorExamples, pageOf } from './example-of.ts';

const TENANT: AnswerOf<'get-tenant'> = {
  slug: 'shop',
  name: 'Shop',
  plan: 'standard',
  status: 'active',
  balance: 100,
  retention_days: null,
  low_credit_threshold: 20,
  created_at: AT,
};
const KEY: AnswerOf<'update-key'> = {
  instance_id: INSTANCE,
  label: 'Orders',
  channels: ['wa', 'tg'],
  webhook_url: 'https://shop.example/parley',
  events: ['message.received', 'message.status'],
  receipts: [],
  rate_limit_per_minute: 60,
  enabled: true,
  ordered: false,
  mcp_enabled: true,
  mcp_tools: ['status', 'message', 'channels', 'events'],
  set_webhook_enabled: false,
  may_read: false,
  previous_key_until: null,
  revoked_at: null,
  created_at: AT,
};
const ERASURE: AnswerOf<'get-erasure'> = {
  id: 'ers_01k0a2b3c4d5e6f7g8h9j0kmnp',
  what: 'contact',
  tenant: 'shop',
  contact_id: 5,
  status: 'done',
  step: 'done',
  erased: { messages: 12, contacts: 1 },
  waiting: 0,
  error: null,
  requested_at: AT,
  finished_at: LATER,
};
const CHANNEL: AnswerOf<'connect-wa-number'> = {
  channel: 'wa',
  id: '106540352242922',
  name: 'Shop',
  identifier: '+16505550100',
  status: 'connected',
  account_id: 3,
  connected_at: AT,
};
const RUNNING = { ...ERASURE, status: 'running', step: 'messages', erased: {}, finished_at: null } as const;

/** Examples of the endpoints of tenants, keys, erasures and channels. */
export const TENANT_EXAMPLES = {
  'create-tenant': { request: { slug: 'shop', name: 'Shop', plan: 'standard', balance: '100' }, answer: TENANT },
  'list-tenants': { request: { limit: 50 }, answer: pageOf(TENANT) },
  'get-tenant': { request: IN_SHOP, answer: TENANT },
  'update-tenant': {
    request: { ...IN_SHOP, retention_days: 365, low_credit_threshold: '20' },
    answer: { ...TENANT, retention_days: 365 },
  },
  'add-credit': { request: { ...IN_SHOP, amount: '50', note: 'Invoice 2026-031' }, answer: { balance: 150 } },
  'erase-tenant': { request: IN_SHOP, answer: { ...RUNNING, what: 'tenant', contact_id: null } },
  'list-contacts': {
    request: { ...IN_SHOP, identifier: '+16505551234' },
    answer: pageOf({
      id: 5,
      channel: 'wa',
      name: 'Sample person',
      username: null,
      phone: '+16505551234',
      addresses: ['+16505551234'],
      created_at: AT,
    }),
  },
  'erase-contact': { request: { ...IN_SHOP, id: 5 }, answer: RUNNING },
  'list-erasures': { request: { limit: 50 }, answer: pageOf(ERASURE) },
  'get-erasure': { request: { id: ERASURE.id }, answer: ERASURE },
  'create-key': {
    request: {
      ...IN_SHOP,
      label: KEY.label,
      channels: ['wa', 'tg'],
      webhook_url: KEY.webhook_url,
      events: ['message.received', 'message.status'],
    },
    answer: {
      ...KEY,
      api_key: 'pk_5d1c0f6b7a8e9d2c3b4a5f6e7d8c9b0a',
      webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  },
  'list-keys': { request: IN_SHOP, answer: pageOf({ ...KEY, last_used_at: LATER, refused_24h: 0 }) },
  'get-key': { request: OF_KEY, answer: { ...KEY, scheduled_messages: 12 } },
  'update-key': {
    request: { ...OF_KEY, rate_limit_per_minute: 120 },
    answer: { ...KEY, rate_limit_per_minute: 120 },
  },
  'revoke-key': {
    request: { ...OF_KEY, cancel_scheduled: true },
    answer: { ...KEY, revoked_at: LATER, scheduled_messages: 12 },
  },
  'rotate-key': {
    request: { ...OF_KEY, grace_hours: 24 },
    answer: { ...KEY, previous_key_until: LATER, api_key: 'pk_9a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d' },
  },
  'rotate-secret': { request: OF_KEY, answer: { webhook_secret: 'whsec_C2FVsBQIhrscChlQIMV1b5sSYspob7oD' } },
  'connect-wa-number': {
    request: {
      ...IN_SHOP,
      phone_number_id: CHANNEL.id,
      waba_id: '102290129340398',
      access_token: 'EAAG1234',
      number: '+16505550100',
      label: 'Shop',
    },
    answer: CHANNEL,
  },
  'list-tenant-channels': { request: IN_SHOP, answer: pageOf(CHANNEL) },
  'remove-tenant-channel': {
    request: { ...IN_SHOP, channel: 'wa', id: CHANNEL.id },
    answer: { channel: 'wa', id: CHANNEL.id, status: 'disconnected', also_disconnected: [] },
  },
} satisfies Partial<OperatorExamples>;
