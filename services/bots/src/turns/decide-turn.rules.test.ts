import { expect, test } from 'vitest';
import type { ReplyOutcome } from '../replies/reply.rules.ts';
import type { CreditRefusal } from '../usage/budget.rules.ts';
import {
  type ClaimedTurn,
  decideAfterReply,
  decideStep,
  decideStore,
  isStillUnusable,
  MAX_ATTEMPTS,
  MAX_CRASH_MS,
  MAX_REPLIES,
  restartAt,
  type TurnBot,
  type TurnConversation,
} from './decide-turn.rules.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const TURN: ClaimedTurn = {
  id: '5',
  tenantId: 1,
  conversationId: 2,
  botId: 3,
  leaseToken: 'token',
  mergedIds: [],
  triggerMessageId: '10',
  firstAt: NOW,
  attempt: 1,
  epoch: 4,
  texts: null,
  sent: 0,
  handedOver: false,
  reason: null,
};
const CONVERSATION: TurnConversation = { channel: 'tg', status: 'open', bot: 'on', epoch: 4 };
const BOT: TurnBot = {
  enabled: true,
  status: 'active',
  stoppedReason: null,
  maxWaitSeconds: 30,
  caps: { turns_per_conversation_hour: 20, tokens_per_day: null, cost_per_month: null },
};

interface Given {
  turn?: Partial<ClaimedTurn>;
  conversation?: Partial<TurnConversation>;
  bot?: Partial<TurnBot> | null;
  turns?: number;
  isLoop?: boolean;
  refusal?: CreditRefusal;
  replies?: number;
  now?: Date;
}

test.each<[string, Given, object]>([
  ['no obstacle', {}, { kind: 'generate' }],
  [
    'a person has written',
    { conversation: { epoch: 5 } },
    { kind: 'end', outcome: 'superseded_by_person', reason: null },
  ],
  ['the bot is paused', { conversation: { bot: 'paused' } }, { kind: 'end', outcome: 'superseded_by_person' }],
  [
    'it is resolved',
    { conversation: { status: 'resolved' } },
    { kind: 'end', outcome: 'superseded_by_person', reason: 'not_open' },
  ],
  ['its reply is stored', { turn: { texts: ['Hi'] } }, { kind: 'send', texts: ['Hi'] }],
  [
    'its reply is stored, and a person has written',
    { turn: { texts: ['Hi'] }, conversation: { epoch: 5 } },
    { kind: 'end', outcome: 'superseded_by_person' },
  ],
  [
    'its reply is stored, and the bot is off by now',
    { turn: { texts: ['Hi'] }, bot: { enabled: false } },
    { kind: 'end', outcome: 'no_reply', reason: 'bot_off' },
  ],
  [
    'its reply is stored, and the bot is stopped by now',
    { turn: { texts: ['Hi'] }, bot: { status: 'stopped', stoppedReason: 'key_refused' } },
    { kind: 'end', outcome: 'stopped', reason: 'key_refused' },
  ],
  [
    'a part of its reply is sent, and the bot is off by now',
    { turn: { texts: ['Hi', 'you'], sent: 1 }, bot: { enabled: false } },
    { kind: 'send', texts: ['Hi', 'you'] },
  ],
  [
    'it hands over, and the bot is stopped by now',
    { turn: { texts: ['Soon'], handedOver: true }, bot: { status: 'stopped' } },
    { kind: 'send', texts: ['Soon'] },
  ],
  ['the bot is deleted', { bot: null }, { kind: 'end', outcome: 'no_reply', reason: 'bot_off' }],
  ['the bot is off', { bot: { enabled: false } }, { kind: 'end', outcome: 'no_reply', reason: 'bot_off' }],
  [
    'the bot is stopped',
    { bot: { status: 'stopped', stoppedReason: 'key_refused' } },
    { kind: 'end', outcome: 'stopped', reason: 'key_refused' },
  ],
  ['the partner is a machine', { isLoop: true }, { kind: 'end', outcome: 'stopped', reason: 'quick_answers' }],
  [
    'nothing is left to pay it with',
    { refusal: 'no_credit' },
    { kind: 'end', outcome: 'stopped', reason: 'no_credit' },
  ],
  [
    'its tenant is inactive, and it was begun too often',
    { refusal: 'tenant_inactive', turn: { attempt: MAX_ATTEMPTS + 1 }, replies: MAX_ATTEMPTS },
    { kind: 'end', outcome: 'stopped', reason: 'tenant_inactive' },
  ],
  ['its reply is stored, and paid', { turn: { texts: ['Hi'] }, refusal: 'no_credit' }, { kind: 'send', texts: ['Hi'] }],
  ['the last turn of the hour', { turns: 20 }, { kind: 'generate' }],
  ['one turn more', { turns: 21 }, { kind: 'end', outcome: 'capped', reason: 'turns_per_conversation_hour' }],
  ['the last attempt', { turn: { attempt: MAX_ATTEMPTS }, replies: MAX_ATTEMPTS - 1 }, { kind: 'generate' }],
  [
    'its model was asked for as many replies as it may begin',
    { turn: { attempt: MAX_ATTEMPTS + 1 }, replies: MAX_ATTEMPTS },
    { kind: 'hand_over', reason: 'failed_too_often' },
  ],
  [
    'processes died before they asked its model, in a crash loop of a few minutes',
    { turn: { attempt: 10 * MAX_ATTEMPTS }, replies: 3, now: later(MAX_CRASH_MS - 1) },
    { kind: 'generate' },
  ],
  [
    'processes have died before they asked its model for so long that a person must take over',
    { turn: { attempt: MAX_ATTEMPTS + 1 }, replies: 0, now: later(MAX_CRASH_MS) },
    { kind: 'hand_over', reason: 'failed_too_often' },
  ],
  [
    'it waited that long for its first worker',
    { turn: { attempt: 1 }, replies: 0, now: later(10 * MAX_CRASH_MS) },
    { kind: 'generate' },
  ],
])('a claimed turn: %s', (_title, given, expected) => {
  const { turn, conversation, bot, turns = 1, isLoop = false, refusal = null, replies = 0, now = NOW } = given;
  const facts = {
    bot: bot === null ? null : { ...BOT, ...bot },
    conversation: { ...CONVERSATION, ...conversation },
    turns,
    isLoop,
    refusal,
    replies,
    now,
  };
  expect(decideStep({ ...TURN, ...turn }, facts)).toMatchObject(expected);
});

const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

test.each<[string, ReplyOutcome, { isAborted?: boolean; now?: Date }, object]>([
  ['a reply', { kind: 'reply', texts: ['Hi'] }, {}, { kind: 'store', texts: ['Hi'] }],
  ['a hand-over', { kind: 'hand_over', reason: 'asked' }, {}, { kind: 'hand_over', reason: 'asked' }],
  [
    'a dead key',
    { kind: 'stopped', reason: 'key_refused' },
    {},
    { kind: 'end', outcome: 'stopped', reason: 'key_refused' },
  ],
  ['ended by us', { kind: 'superseded' }, { isAborted: true }, { kind: 'release', dueAt: secondsLater(1) }],
  [
    'nothing left to answer',
    { kind: 'superseded' },
    {},
    { kind: 'end', outcome: 'no_reply', reason: 'nothing_to_answer' },
  ],
  ['a busy provider', { kind: 'wait', seconds: 20 }, {}, { kind: 'release', dueAt: secondsLater(20) }],
  [
    'busy until two minutes after the burst',
    { kind: 'wait', seconds: 50 },
    { now: secondsLater(100) },
    { kind: 'release', dueAt: secondsLater(150) },
  ],
  [
    'busy for longer',
    { kind: 'wait', seconds: 51 },
    { now: secondsLater(100) },
    { kind: 'hand_over', reason: 'provider_busy' },
  ],
])('the outcome of making a reply: %s', (_title, outcome, { isAborted = false, now = NOW }, expected) => {
  expect(decideAfterReply(outcome, { turn: TURN, bot: BOT, isAborted, now })).toEqual({
    ...(expected as object),
  });
});

test.each<[string, { attempt?: number; trigger?: string; conversation?: Partial<TurnConversation> }, string]>([
  ['nothing has changed', {}, 'store'],
  ['the customer has written', { trigger: '11' }, 'restart'],
  ['the customer writes on and on', { trigger: '11', attempt: MAX_REPLIES - 1 }, 'restart'],
  ['the customer has written over the last reply', { trigger: '11', attempt: MAX_REPLIES }, 'store'],
  ['a person has written over the last reply', { attempt: MAX_REPLIES, conversation: { epoch: 5 } }, 'superseded'],
  ['a person has written', { conversation: { epoch: 5 } }, 'superseded'],
  ['both have', { trigger: '11', conversation: { epoch: 5 } }, 'superseded'],
  ['the bot is paused', { conversation: { bot: 'paused' } }, 'superseded'],
])('a reply that is to be stored: %s', (_title, { trigger = '10', attempt = 1, conversation }, expected) => {
  expect(
    decideStore(
      { ...TURN, attempt },
      { triggerMessageId: trigger, conversation: { ...CONVERSATION, ...conversation } },
    ),
  ).toBe(expected);
});

test('each reply that a customer interrupts by writing is made later than the previous one', () => {
  const waits = [1, 2, 3].map((attempt) => restartAt({ attempt }, NOW));
  expect(waits).toEqual([secondsLater(1), secondsLater(2), secondsLater(4)]);
});

test.each([
  ['its own key is still refused', { provider: 'openai', keyMode: 'own', keyStatus: 'refused' }, true],
  ['its own key is still out of money', { provider: 'openai', keyMode: 'own', keyStatus: 'out_of_money' }, true],
  ['its own key is gone', { provider: 'openai', keyMode: 'own', keyStatus: null }, true],
  ['its own key was replaced', { provider: 'openai', keyMode: 'own', keyStatus: 'untested' }, false],
  ['its own key was replaced by a tested one', { provider: 'openai', keyMode: 'own', keyStatus: 'works' }, false],
  ['it runs on another provider', { provider: 'google', keyMode: 'own', keyStatus: 'refused' }, false],
  ['it runs on the deployment’s key', { provider: 'openai', keyMode: 'platform', keyStatus: 'refused' }, false],
] as const)('a refused key: where %s', (_what, now, isStopped) => {
  expect(isStillUnusable({ provider: 'openai', keyMode: 'own' }, now)).toBe(isStopped);
});

test('the deployment’s key has no stored status: a verdict on it stops the bot', () => {
  const platform = { provider: 'openai', keyMode: 'platform' } as const;
  expect(isStillUnusable(platform, { ...platform, keyStatus: 'works' })).toBe(true);
});
