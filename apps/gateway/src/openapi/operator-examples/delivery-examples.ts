import { sampleEvent } from '@parley/common/events/sample-events';
import { type AnswerOf, AT, IN_SHOP, INSTANCE, LATER, OF_KEY, type OperatorExamples, pageOf } from './example-of.ts';

const URL = 'https://shop.example/parley';
const EVENT = 'evt_01k0a2b3c4d5e6f7g8h9j0kmnq';
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV1b5sSYspob7oD';
const WEBHOOK: AnswerOf<'get-webhook'> = {
  instance_id: INSTANCE,
  webhook_url: URL,
  status: 'active',
  reason: null,
  paused_at: null,
  consecutive_failures: 0,
  failing_since: null,
  resumes_at: null,
  waiting: 0,
};
const PAUSED = { ...WEBHOOK, status: 'paused', reason: 'operator', paused_at: LATER, waiting: 3 } as const;
const DELIVERY: AnswerOf<'list-deliveries'>['items'][number] = {
  id: '31',
  event_id: EVENT,
  event: 'message.status',
  instance_id: INSTANCE,
  label: 'Shop',
  channel: 'wa',
  status: 'delivered',
  attempt_count: 1,
  status_code: 204,
  latency_ms: 41,
  next_attempt_at: null,
  created_at: AT,
};
const ATTEMPTED: AnswerOf<'get-delivery'> = {
  ...DELIVERY,
  payload: JSON.stringify({
    id: EVENT,
    event: 'message.status',
    instance_id: INSTANCE,
    created_at: AT,
    data: sampleEvent('message.status', new Date(AT)),
  }),
  attempts: [
    {
      at: AT,
      status_code: 204,
      latency_ms: 41,
      error: null,
      response: '',
      headers: { 'content-type': 'application/json', 'webhook-id': EVENT },
    },
  ],
};
const SENT = { event_id: EVENT, delivery_id: DELIVERY.id };
const PLATFORM = 'plt_01k0a2b3c4';
const PLATFORM_WEBHOOK: AnswerOf<'get-platform-webhook'> = {
  instance_id: PLATFORM,
  url: URL,
  events: ['new-messages', 'new-conversation'],
  enabled: true,
  created_at: AT,
};
const SETTINGS = { url: URL, events: PLATFORM_WEBHOOK.events };
const OF_PLATFORM = { ...WEBHOOK, instance_id: PLATFORM };
const PLATFORM_PAUSED = { ...PAUSED, instance_id: PLATFORM };
const TO_PLATFORM = { ...DELIVERY, event: 'new-messages', instance_id: PLATFORM, label: null };
const REPLAYED = { replayed: 2, next_cursor: null };

/** Examples of the endpoints of webhooks, platform webhooks, deliveries and lanes. */
export const DELIVERY_EXAMPLES = {
  'get-webhook': { request: OF_KEY, answer: WEBHOOK },
  'pause-webhook': { request: OF_KEY, answer: PAUSED },
  'resume-webhook': { request: OF_KEY, answer: WEBHOOK },
  'list-deliveries': { request: { ...IN_SHOP, status: 'failed' }, answer: pageOf({ ...DELIVERY, status: 'failed' }) },
  'get-delivery': { request: { ...IN_SHOP, id: DELIVERY.id }, answer: ATTEMPTED },
  'replay-deliveries': { request: { ...IN_SHOP, since: AT, status: 'failed' }, answer: REPLAYED },
  'send-test-event': { request: { ...OF_KEY, event: 'message.received' }, answer: SENT },
  'get-platform-webhook': { request: {}, answer: PLATFORM_WEBHOOK },
  'set-platform-webhook': { request: SETTINGS, answer: { ...PLATFORM_WEBHOOK, secret: SECRET } },
  'delete-platform-webhook': { request: {}, answer: PLATFORM_WEBHOOK },
  'rotate-platform-secret': { request: {}, answer: { secret: SECRET } },
  'check-platform-webhook': { request: {}, answer: OF_PLATFORM },
  'test-platform-webhook': { request: { event: 'new-messages' }, answer: SENT },
  'pause-platform-webhook': { request: {}, answer: PLATFORM_PAUSED },
  'resume-platform-webhook': { request: {}, answer: OF_PLATFORM },
  'get-tenant-platform-webhook': { request: IN_SHOP, answer: PLATFORM_WEBHOOK },
  'set-tenant-platform-webhook': {
    request: { ...IN_SHOP, ...SETTINGS },
    answer: { ...PLATFORM_WEBHOOK, secret: SECRET },
  },
  'delete-tenant-platform-webhook': { request: IN_SHOP, answer: PLATFORM_WEBHOOK },
  'rotate-tenant-platform-secret': { request: IN_SHOP, answer: { secret: SECRET } },
  'check-tenant-platform-webhook': { request: IN_SHOP, answer: OF_PLATFORM },
  'test-tenant-platform-webhook': { request: { ...IN_SHOP, event: 'new-messages' }, answer: SENT },
  'pause-tenant-platform-webhook': { request: IN_SHOP, answer: PLATFORM_PAUSED },
  'resume-tenant-platform-webhook': { request: IN_SHOP, answer: OF_PLATFORM },
  'list-platform-deliveries': { request: { limit: 50 }, answer: pageOf(TO_PLATFORM) },
  'get-platform-delivery': {
    request: { id: DELIVERY.id },
    answer: { ...ATTEMPTED, event: 'new-messages', instance_id: PLATFORM },
  },
  'replay-platform-deliveries': { request: { since: AT, status: 'failed' }, answer: REPLAYED },
  'list-stuck-lanes': {
    request: { limit: 50 },
    answer: pageOf({
      instance_id: INSTANCE,
      tenant: 'shop',
      label: 'Orders',
      webhook_url: URL,
      state: 'breaker',
      reason: null,
      since: AT,
      consecutive_failures: 12,
      resumes_at: LATER,
      oldest_due_at: AT,
      last_attempt: { at: AT, status_code: 503, error: null },
    }),
  },
  'resume-lane': { request: OF_KEY, answer: WEBHOOK },
} satisfies Partial<OperatorExamples>;
