import { expect, test } from 'vitest';
import { answerOf, canSendAgain, shownOf } from './send-again.ts';

const UPLOAD = `upl_${'a'.repeat(26)}`;
const file = {
  id: 'att_1',
  type: 'image' as const,
  url: null,
  mime_type: 'image/png',
  filename: 'price list.png',
  size: 1,
  payload: null,
  width: null,
  height: null,
};
const failed = { text: '', template: null, attachments: [], upload_id: null, content: null, reply_to: null };
const buttons = [{ id: 'a', title: 'A' }];
const poll = { question: 'When?', options: ['a', 'b'], multiple: false };
const template = { name: 'hello', language: 'en' };

test.each([
  ['a text', { ...failed, text: 'Hi' }, { message: 'Hi' }, 'Hi'],
  ['a template', { ...failed, template }, { template: { name: 'hello', language: 'en' } }, 'hello'],
  ['a file', { ...failed, attachments: [file], upload_id: UPLOAD }, { upload_id: UPLOAD }, 'price list.png'],
  [
    'a file with its caption',
    { ...failed, text: 'Hi', attachments: [file], upload_id: UPLOAD },
    { message: 'Hi', upload_id: UPLOAD },
    'price list.png\nHi',
  ],
  [
    'buttons below an answer to a message',
    { ...failed, text: 'Hi', content: { buttons }, reply_to: '7' },
    { message: 'Hi', buttons, reply_to: '7' },
    'Hi',
  ],
  ['a poll', { ...failed, content: { poll } }, { poll }, 'When?'],
  [
    'a voice note',
    { ...failed, attachments: [{ ...file, type: 'voice' as const, filename: 'voice.ogg' }], upload_id: UPLOAD },
    { upload_id: UPLOAD, media_type: 'voice' },
    'voice.ogg',
  ],
])('%s is sent again unchanged', (_name, message, answer, shown) => {
  expect(canSendAgain(message)).toBe(true);
  expect(answerOf(message)).toEqual(answer);
  expect(shownOf(message)).toBe(shown);
});

test.each([
  ['a file that the server has no more, with its caption', { ...failed, text: 'Hi', attachments: [file] }],
  ['nothing', failed],
])('%s cannot be sent again', (_name, message) => {
  expect(canSendAgain(message)).toBe(false);
});
