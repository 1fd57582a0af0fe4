import { expect, test } from 'vitest';
import { describeFields } from './describe-fields.ts';

const shown = (action: string, fields: Record<string, unknown>): unknown => JSON.parse(describeFields(action, fields));

test.each([
  ['texts, and who they are for', 'send', { to: '+4915112345678', message: 'Hello' }, { to: '•••', message: '•••' }],
  ['a phone given as a number', 'send', { to: 4915112345678 }, { to: '•••' }],
  ['an id of WhatsApp, which holds a phone number', 'message', { message_id: 'wamid.HBgN4915' }, { message_id: '•••' }],
  ['the id of a comment, as its platform has it', 'comment-reply', { comment_id: '178_415' }, { comment_id: '•••' }],
  ['secrets', 'connect-telegram', { bot_token: '1:a' }, { bot_token: '•••' }],
  ['a text under the name of a choice', 'send', { channel: 'Hello Ann' }, { channel: '•••' }],
  ['a text under the name of a template', 'send', { template: { name: 'Hello Ann' } }, { template: { name: '•••' } }],
  ['a number under the name of a bound', 'comments', { limit: 4915112345678 }, { limit: '•••' }],
])('masks %s', (_, action, fields, expected) => {
  expect(shown(action, fields)).toEqual(expected);
});

test('shows values from closed lists, and otherwise only that a field was given', () => {
  expect(shown('comments', { platform: 'fb', limit: 20, post_id: '1_2' })).toEqual({
    platform: 'fb',
    limit: 20,
    post_id: '•••',
  });
  expect(shown('message', { message_id: '4711' })).toEqual({ message_id: '4711' });
  const template = { name: 'order_ready', language: 'en_US', variables: ['Ann'], components: [{ Ann: 'text' }] };
  expect(shown('send', { channel: 'wa', message: null, template })).toEqual({
    channel: 'wa',
    message: null,
    template: { name: 'order_ready', language: 'en_US' },
  });
});

test('drops fields that the action does not have, and everything for an unknown action', () => {
  expect(shown('send', { channel: 'wa', '+4915112345678': 'Ann' })).toEqual({ channel: 'wa' });
  expect(describeFields('customer', { to: '+4915112345678' })).toBe('');
  expect(describeFields('send', null)).toBe('');
});

test('is truncated', () => {
  const template = { name: `a${'b'.repeat(400)}`, language: 'en' };
  expect(describeFields('send', { template }).length).toBeLessThanOrEqual(2000);
});
