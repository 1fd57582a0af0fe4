import { expect, test } from 'vitest';
import { maskInput } from './mask-values.ts';

test('secrets are masked at any depth, everything else stays', () => {
  expect(
    maskInput({
      label: 'till',
      channels: ['wa', 'tg'],
      access_token: 'EAA',
      bot_token: '1:AA',
      api_key: 'sk-x',
      session_token: 'x',
      password: 'x',
      new_password: 'x',
      code: '123456',
      smtp_url: 'smtps://user:pass@host',
      sms: { provider: 'http', secret: 'whsec_x', account: 'AC1' },
      webhook_url: null,
      enabled: false,
    }),
  ).toEqual({
    label: 'till',
    channels: ['wa', 'tg'],
    access_token: '•••',
    bot_token: '•••',
    api_key: '•••',
    session_token: '•••',
    password: '•••',
    new_password: '•••',
    code: '•••',
    smtp_url: '•••',
    sms: { provider: 'http', secret: '•••', account: '•••' },
    webhook_url: null,
    enabled: false,
  });
});

test('what a customer is told is not kept: the log outlives an erasure', () => {
  expect(maskInput({ id: 7, message: 'Hello Ann', media_url: 'https://x.example/a.png' })).toEqual({
    id: 7,
    message: '•••',
    media_url: '•••',
  });
});

test('long texts and lists are cut', () => {
  const { label, ids } = maskInput({ label: 'x'.repeat(300), ids: Array.from({ length: 180 }, (_, at) => at) });
  expect(label).toBe(`${'x'.repeat(200)}…`);
  expect(ids).toHaveLength(100);
});
