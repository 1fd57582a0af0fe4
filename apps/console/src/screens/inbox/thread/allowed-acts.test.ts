import { CHANNELS } from '@parley/common/channels';
import { Emoji } from '@parley/common/text/emoji';
import { expect, test } from 'vitest';
import { allowedActs, reactionsOn } from './allowed-acts.ts';

const SENT = {
  direction: 'out',
  status: 'sent',
  text: 'Hi',
  attachments: [],
  template: null,
  content: null,
  revoked_at: null,
} as const;
const RECEIVED = { ...SENT, direction: 'in', status: 'received' } as const;
const BUTTONS = { ...SENT, content: { buttons: [{ id: 'a', title: 'A' }] } };

const namesOf = (channel: (typeof CHANNELS)[number], message: object): string[] =>
  // safe: a literal with the members of a message
  Object.entries(allowedActs(channel, message as Parameters<typeof allowedActs>[1]))
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);

test.each([
  ['tg', SENT, ['react', 'quote', 'copy', 'edit', 'remove']],
  ['wd', SENT, ['react', 'quote', 'copy', 'edit', 'remove']],
  ['wa', SENT, ['react', 'quote', 'copy']],
  ['fb', SENT, ['react', 'quote', 'copy']],
  ['tt', SENT, ['quote', 'copy']],
  ['tg', RECEIVED, ['react', 'quote', 'copy']],
  ['tg', BUTTONS, ['react', 'quote', 'copy', 'remove']],
  ['tg', { ...SENT, text: '' }, ['react', 'quote', 'edit', 'remove']],
  ['tg', { ...SENT, status: 'failed' }, ['copy']],
  ['tg', { ...SENT, status: 'scheduled' }, ['copy']],
  ['tg', { ...SENT, status: 'unknown' }, ['copy']],
  ['tg', { ...SENT, revoked_at: '2026-11-26T10:00:00.000Z' }, []],
] as const)('on %s %o allows %j', (channel, message, acts) => {
  expect(namesOf(channel, message)).toEqual(acts);
});

test.each(CHANNELS)('every reaction that is offered on %s is one emoji', (channel) => {
  for (const emoji of reactionsOn(channel)) expect(Emoji.safeParse(emoji).success, emoji).toBe(true);
});
