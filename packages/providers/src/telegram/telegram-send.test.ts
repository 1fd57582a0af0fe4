import { expect, test } from 'vitest';
import { PLAIN } from '../outbound-message.ts';
import { isTakenByAddress, telegramSend } from './telegram-send.ts';

const base = { to: '-1001234567890', text: 'a_b <c>', ...PLAIN };

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

test('of documents only GIF, PDF, ZIP and those without an extension are sent by URL; of other files all are', () => {
  const isTaken = (name: string, type: 'document' | 'image' = 'document') =>
    isTakenByAddress({ type, url: `https://e.example/${name}?x=.pdf`, filename: null });
  expect(['a.gif', 'a.PDF', 'a.zip', 'a'].map((name) => isTaken(name))).toEqual([true, true, true, true]);
  expect(['a.docx', 'a.xlsx', 'a.csv'].map((name) => isTaken(name))).toEqual([false, false, false]);
  expect(isTaken('a.tiff', 'image')).toBe(true);
  const named = { type: 'document', url: 'https://e.example/a.pdf', filename: 'prices.xlsx' } as const;
  expect(isTakenByAddress(named)).toBe(false);
});
