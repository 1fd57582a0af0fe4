import { expect, test } from 'vitest';
import {
  type BotMessage,
  decideOpenings,
  type OpeningBot,
  type OpeningFacts,
  type OpenTurn,
} from './decide-openings.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const BOT: OpeningBot = {
  id: 3,
  tenantId: 1,
  accounts: [],
  trigger: { kind: 'all' },
  stopWords: ['human'],
  groups: false,
  debounceSeconds: 5,
  maxWaitSeconds: 30,
  resumeAfterMinutes: null,
};
const message = (given: Partial<BotMessage> = {}): BotMessage => ({
  tenantId: 1,
  conversationId: 2,
  channelAccountId: 7,
  messageId: '10',
  text: 'Hello',
  writtenAt: NOW,
  isGroup: false,
  isMachine: false,
  ...given,
});
const turn = (given: Partial<OpenTurn> = {}): OpenTurn => ({
  id: '50',
  conversationId: 2,
  botId: 3,
  firstAt: later(-3),
  dueAt: later(2),
  hasReply: false,
  ...given,
});
const facts = (given: Partial<OpeningFacts> = {}): OpeningFacts => ({
  bots: [BOT],
  conversations: [{ conversationId: 2, bot: 'on', botPausedAt: null }],
  turns: [],
  now: NOW,
  ...given,
});
const NOTHING = { opened: [], moved: [], ended: [], resumed: [] };
const OPENED = { tenantId: 1, conversationId: 2, botId: 3, triggerMessageId: '10', firstAt: NOW, dueAt: later(5) };

test('a customer’s message opens a turn, which waits for the next message', () => {
  expect(decideOpenings([message()], facts())).toEqual({ ...NOTHING, opened: [OPENED] });
});

test('several messages of one transaction open one turn, for the newest', () => {
  const written = [message(), message({ messageId: '11' }), message({ messageId: '12' })];
  expect(decideOpenings(written, facts())).toEqual({
    ...NOTHING,
    opened: [{ ...OPENED, triggerMessageId: '12' }],
  });
});

test.each<[string, Partial<BotMessage>, Partial<OpeningFacts>]>([
  ['history', { writtenAt: later(-601) }, {}],
  ['a bot, or an account of this deployment', { isMachine: true }, {}],
  ['a group', { isGroup: true }, {}],
  ['a stop word', { text: 'a human please' }, {}],
  ['the bot of another tenant', {}, { bots: [{ ...BOT, tenantId: 9 }] }],
  ['a pause', {}, { conversations: [{ conversationId: 2, bot: 'paused', botPausedAt: null }] }],
  [
    'a person’s answer, for as long as it pauses the bot',
    {},
    {
      bots: [{ ...BOT, resumeAfterMinutes: 10 }],
      conversations: [{ conversationId: 2, bot: 'paused', botPausedAt: later(-599) }],
    },
  ],
  [
    'a person’s answer, where no time ends it',
    {},
    { conversations: [{ conversationId: 2, bot: 'paused', botPausedAt: later(-9e6) }] },
  ],
  [
    'a pause that somebody decided, whatever the time',
    {},
    {
      bots: [{ ...BOT, resumeAfterMinutes: 10 }],
      conversations: [{ conversationId: 2, bot: 'paused', botPausedAt: null }],
    },
  ],
])('no turn is opened for %s', (_title, written, given) => {
  expect(decideOpenings([message(written)], facts(given))).toEqual(NOTHING);
});

test('a message of exactly ten minutes ago is not history yet', () => {
  expect(decideOpenings([message({ writtenAt: later(-600) })], facts()).opened).toHaveLength(1);
});

test('the bot resumes when the pause after a person’s answer has ended', () => {
  const bots = [{ ...BOT, resumeAfterMinutes: 10 }];
  const conversations = [{ conversationId: 2, bot: 'paused' as const, botPausedAt: later(-600) }];
  expect(decideOpenings([message()], facts({ bots, conversations }))).toEqual({
    ...NOTHING,
    opened: [OPENED],
    resumed: [2],
  });
});

test.each<[string, Partial<OpenTurn>, object]>([
  ['waits again', {}, { firstAt: later(-3), dueAt: later(5) }],
  ['waits no longer than the burst may', { firstAt: later(-28) }, { firstAt: later(-28), dueAt: later(2) }],
  ['does not ask a busy provider sooner than it said', { dueAt: later(50) }, { firstAt: later(-3), dueAt: later(50) }],
  ['begins a new burst where the reply is stored', { hasReply: true }, { firstAt: NOW, dueAt: later(5) }],
])('an open turn that gets another message %s', (_title, given, expected) => {
  expect(decideOpenings([message()], facts({ turns: [turn(given)] }))).toEqual({
    ...NOTHING,
    moved: [{ id: '50', triggerMessageId: '10', ...expected }],
  });
});

test('a message that alone triggers no bot still belongs to the open turn', () => {
  const bots: OpeningBot[] = [{ ...BOT, trigger: { kind: 'keywords', words: ['price'], match: 'contains' } }];
  expect(decideOpenings([message({ text: 'of the cake' })], facts({ bots, turns: [turn()] })).moved).toHaveLength(1);
  expect(decideOpenings([message({ text: 'of the cake' })], facts({ bots }))).toEqual(NOTHING);
});

test('a stop word ends the open turn', () => {
  const written = [message(), message({ messageId: '11', text: 'a human please' })];
  expect(decideOpenings(written, facts({ turns: [turn()] }))).toEqual({ ...NOTHING, ended: ['50'] });
  expect(decideOpenings(written, facts())).toEqual(NOTHING);
});

test('after a stop word the next message may open a turn again', () => {
  const written = [message({ text: 'human' }), message({ messageId: '11' })];
  const { ended, opened } = decideOpenings(written, facts({ turns: [turn()] }));
  expect({ ended, opened }).toEqual({ ended: ['50'], opened: [{ ...OPENED, triggerMessageId: '11' }] });
});

test('the worker ends the turn of a bot that is off', () => {
  expect(decideOpenings([message()], facts({ bots: [], turns: [turn()] }))).toEqual(NOTHING);
});
