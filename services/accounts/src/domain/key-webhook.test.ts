import { expect, test } from 'vitest';
import { refuseWebhook, toKeyWebhook } from './key-webhook.ts';

const OWN = 'https://own.example/hook';
const OTHER = 'https://other.example/hook';

test.each([
  { has: null, url: OWN, replace: false, refusal: null },
  { has: OWN, url: OWN, replace: false, refusal: null },
  { has: OTHER, url: OWN, replace: false, refusal: 'webhook_in_use' },
  { has: OTHER, url: OWN, replace: true, refusal: null },
  { has: null, url: null, replace: false, refusal: null },
  { has: OTHER, url: null, replace: false, refusal: 'webhook_in_use' },
  { has: OTHER, url: null, replace: true, refusal: null },
])('a key with $has sets $url, replace $replace: $refusal', ({ has, url, replace, refusal }) => {
  expect(refuseWebhook({ setWebhookEnabled: true, webhookUrl: has }, { url, replace })).toBe(refusal);
  expect(refuseWebhook({ setWebhookEnabled: false, webhookUrl: has }, { url, replace })).toBe(
    'set_webhook_not_allowed',
  );
});

test.each([
  { webhookUrl: null, isPaused: true, status: 'none' },
  { webhookUrl: OWN, isPaused: false, status: 'active' },
  { webhookUrl: OWN, isPaused: true, status: 'paused' },
])('a webhook at $webhookUrl, paused $isPaused, is $status', ({ webhookUrl, isPaused, status }) => {
  expect(toKeyWebhook({ webhookUrl, events: [], isPaused, reason: null })).toMatchObject({ status });
});
