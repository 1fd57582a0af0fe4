import { expect, it } from 'vitest';
import { callOfAct, type PhoneAct } from './phone-acts.ts';
import type { PhoneChannel } from './phone-chat.ts';

const chat = (channel: PhoneChannel) => ({ channel, account: 'acc', person: 'a/b=' });
const picture = { mimeType: 'image/png', bytes: Buffer.from('png') };
const text: PhoneAct = { type: 'text', text: 'hi' };
const photo: PhoneAct = { type: 'photo', file: '7', text: 'look' };
const takenBack: PhoneAct = { type: 'reaction', target: 'm1', emoji: '' };
const heart: PhoneAct = { type: 'reaction', target: 'm1', emoji: '❤️' };
const edit: PhoneAct = { type: 'edit', target: '5:101', text: 'hi!' };
const revoke: PhoneAct = { type: 'revoke', target: 'm1' };
const comment: PhoneAct = { type: 'comment', text: 'How much?', parent_id: 'c1' };

it.each<[PhoneChannel, PhoneAct, string, Record<string, unknown>]>([
  ['wa', text, '/sandbox/customers/wa/a%2Fb%3D/messages', { account: 'acc', type: 'text', text: 'hi', name: 'Ann' }],
  ['tg', photo, '/sandbox/customers/tg/a%2Fb%3D/messages', { type: 'image', text: 'look', media: { id: '7' } }],
  ['tt', text, '/sandbox/customers/tt/a%2Fb%3D/messages', { display_name: 'Ann', username: 'a/b=' }],
  ['wd', text, '/sandbox/devices/phones/a%2Fb%3D/messages', { to: 'acc', type: 'text', text: 'hi' }],
  ['wd', photo, '/sandbox/devices/phones/a%2Fb%3D/messages', { type: 'image', base64: 'cG5n', mime_type: 'image/png' }],
  ['wd', takenBack, '/sandbox/devices/phones/a%2Fb%3D/messages', { type: 'reaction', message_id: 'm1', emoji: '' }],
  ['fb', takenBack, '/sandbox/customers/fb/a%2Fb%3D/reactions', { account: 'acc', target: 'm1', emoji: null }],
  ['tt', takenBack, '/sandbox/customers/tt/a%2Fb%3D/reactions', { target: 'm1', action: 'removed' }],
  ['tg', edit, '/sandbox/customers/tg/a%2Fb%3D/messages', { type: 'edited', target: '101', text: 'hi!' }],
  ['wa', edit, '/sandbox/customers/wa/a%2Fb%3D/messages', { type: 'edited', target: '5:101', text: 'hi!' }],
  ['wd', edit, '/sandbox/devices/phones/a%2Fb%3D/messages', { type: 'edit', message_id: '5:101', text: 'hi!' }],
  ['fb', revoke, '/sandbox/customers/fb/a%2Fb%3D/messages', { type: 'revoked', target: 'm1' }],
  ['wd', revoke, '/sandbox/devices/phones/a%2Fb%3D/messages', { type: 'revoke', message_id: 'm1' }],
  ['ig', comment, '/sandbox/customers/ig/a%2Fb%3D/comments', { text: 'How much?', parent_id: 'c1', name: 'Ann' }],
  ['tt', comment, '/sandbox/customers/tt/a%2Fb%3D/comments', { text: 'How much?', webhook: true }],
])('on %s an act is one control call (%o)', (channel, act, path, body) => {
  const call = callOfAct(chat(channel), 'Ann', act, { file: act.type === 'photo' ? picture : null, emoji: null });
  expect(call).toMatchObject({ method: 'POST', path, body });
});

it('leaves out a name that was not given', () => {
  expect(callOfAct(chat('wa'), '', text, { file: null, emoji: null }).body).not.toHaveProperty('name');
});

it.each<[PhoneChannel, PhoneAct, string | null, Record<string, unknown>]>([
  ['tt', heart, null, { emoji: '❤️' }],
  ['tt', heart, '👍', { emoji: '❤️', replaces: '👍' }],
  ['tt', heart, '❤️', { emoji: '❤️' }],
  ['tt', takenBack, '❤️', { emoji: '❤️', action: 'removed' }],
  ['wa', heart, '👍', { emoji: '❤️' }],
])('on %s a reaction (%o) after %s names the current and the removed emoji', (channel, act, emoji, said) => {
  expect(callOfAct(chat(channel), '', act, { file: null, emoji }).body).toEqual({
    account: 'acc',
    target: 'm1',
    ...said,
  });
});
