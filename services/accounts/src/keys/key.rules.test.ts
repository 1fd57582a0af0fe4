import { expect, test } from 'vitest';
import { hashApiKey, makeApiKey, refuseWebhook, toKeyWebhook } from './key.rules.ts';

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

test('an API key encodes all of its random bytes at a fixed length in one alphabet', () => {
  expect(makeApiKey(() => Buffer.alloc(32, 0))).toBe(`pk_${'0'.repeat(43)}`);
  expect(makeApiKey(() => Buffer.alloc(32, 0xff))).toMatch(/^pk_[0-9A-Za-z]{43}$/);
  const lowest = Buffer.alloc(32, 0);
  lowest[31] = 1;
  expect(makeApiKey(() => lowest)).toBe(`pk_${'0'.repeat(42)}1`);
});

test('two API keys differ, and so do their hashes', () => {
  const keys = Array.from({ length: 100 }, () => makeApiKey());
  expect(new Set(keys).size).toBe(100);
  expect(new Set(keys.map((key) => hashApiKey(key).toString('hex'))).size).toBe(100);
});
