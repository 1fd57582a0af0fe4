import { auditedFieldsOf } from '@parley/common/contracts/audited';
import { expect, test } from 'vitest';
import { maskInput } from './mask-values.ts';

test('stores the values of listed fields at any depth, and of other fields only that they were given', () => {
  const input = {
    label: 'till',
    channels: ['wa', 'tg'],
    api_key: 'sk-x',
    enabled: false,
    webhook_url: null,
    sms: { provider: 'http', secret: 'whsec_x', account: { id: 'AC1' } },
    tools: [{ name: 'weather', description: 'Weather of Ann' }],
  };
  expect(maskInput(input, ['label', 'channels', 'webhook_url', 'sms.provider', 'tools.name'])).toEqual({
    label: 'till',
    channels: ['wa', 'tg'],
    api_key: '•••',
    enabled: '•••',
    webhook_url: null,
    sms: { provider: 'http', secret: '•••', account: '•••' },
    tools: [{ name: 'weather', description: '•••' }],
  });
});

test.each([
  ['the text of an answer', 'send-from-dashboard', { message: 'Hello Ann' }, { message: '•••' }],
  [
    'the variables of a template',
    'send-from-dashboard',
    { template: { name: 'order_ready', variables: ['Ann'] } },
    { template: { name: 'order_ready', variables: '•••' } },
  ],
  ['a private answer to a comment', 'comment-reply', { private_message: 'Hello Ann' }, { private_message: '•••' }],
  [
    'what conversations were searched for',
    'update-conversations',
    { filter: { q: 'Ann', status: 'open' } },
    { filter: { q: '•••', status: 'open' } },
  ],
  [
    'what a saved view searches for, and its name',
    'create-view',
    { name: 'Ann', filter: { q: 'Ann', channel: 'wa' } },
    { name: '•••', filter: { q: '•••', channel: 'wa' } },
  ],
])('does not store %s: the log outlives an erasure', (_, operation, input, kept) => {
  expect(maskInput(input, auditedFieldsOf(operation))).toEqual(kept);
});

test('stores a token limit, and no token', () => {
  expect(maskInput({ history_tokens: 4000 }, auditedFieldsOf('update-bot'))).toEqual({ history_tokens: 4000 });
  expect(maskInput({ bot_token: '1:AA' }, auditedFieldsOf('connect-telegram'))).toEqual({ bot_token: '•••' });
});

test.each([
  [
    'create-key',
    { webhook_url: 'https://u:p@shop.example/in?token=abc' },
    { webhook_url: 'https://•••@shop.example/in?token=•••' },
  ],
  ['set-ai-key', { base_url: 'https://ai.example/v1?key=abc' }, { base_url: 'https://ai.example/v1?key=•••' }],
  ['create-bot', { tools: [{ url: 'https://t.example/a?k=1' }] }, { tools: [{ url: 'https://t.example/a?k=•••' }] }],
  ['set-webhook', { url: 'https://t.example/hook/9f8e7d6c5b4a3210' }, { url: 'https://t.example/hook/•••' }],
  [
    'connect-link',
    { redirect_url: 'https://t.example/back?state=abc' },
    { redirect_url: 'https://t.example/back?state=•••' },
  ],
])('stores an address of %s without its secrets', (operation, input, kept) => {
  expect(maskInput(input, auditedFieldsOf(operation))).toEqual(kept);
});

test('stores no values of an operation that is in no list', () => {
  expect(maskInput({ label: 'till' }, auditedFieldsOf('no-such-operation'))).toEqual({ label: '•••' });
});

test('stores only texts that PostgreSQL accepts in JSON, and splits no surrogate pair', () => {
  const input = { label: '\ud800\0', redirect: { 'a\udc00': 'x' }, note: `${'x'.repeat(199)}😀 and more` };
  expect(maskInput(input, ['label', 'redirect', 'note'])).toEqual({
    label: '\ufffd',
    redirect: { 'a\ufffd': 'x' },
    note: `${'x'.repeat(199)}…`,
  });
});

test('truncates long texts and lists', () => {
  const input = { label: 'x'.repeat(300), ids: Array.from({ length: 180 }, (_, at) => at) };
  const { label, ids } = maskInput(input, ['label', 'ids']);
  expect(label).toBe(`${'x'.repeat(200)}…`);
  expect(ids).toHaveLength(100);
});
