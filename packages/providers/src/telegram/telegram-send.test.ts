import { expect, test } from 'vitest';
import { telegramSend } from './telegram-send.ts';

const base = { to: '-1001234567890', text: 'a_b <c>', media: null, template: null };

test('a text is sent unchanged, without parsing markup', () => {
  expect(telegramSend(base)).toEqual({ method: 'sendMessage', body: { chat_id: -1001234567890, text: 'a_b <c>' } });
});

test.each([
  ['image', 'sendPhoto', 'photo'],
  ['video', 'sendVideo', 'video'],
  ['audio', 'sendAudio', 'audio'],
  ['document', 'sendDocument', 'document'],
] as const)('a file of type %s is sent with %s', (type, method, field) => {
  const media = { type, url: 'https://e.example/f', filename: null };
  const body = { chat_id: -1001234567890, [field]: 'https://e.example/f' };
  expect(telegramSend({ ...base, media })).toEqual({ method, body: { ...body, caption: 'a_b <c>' } });
  expect(telegramSend({ ...base, text: '', media })).toEqual({ method, body });
});
