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
const failed = { text: '', template: null, attachments: [], upload_id: null };
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
