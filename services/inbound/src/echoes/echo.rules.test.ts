import { describe, expect, test } from 'vitest';
import type { OwnSend } from '../receipts/own-send.rules.ts';
import { type Echo, type EchoFacts, type EchoMatch, isSameContent, matchEchoes, type SendFacts } from './echo.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const send = (id: string, given: Partial<OwnSend> = {}): OwnSend => ({
  id,
  channelAccountId: 1,
  conversationId: 10,
  status: 'sending',
  peer: 'ann',
  text: 'hi',
  hasFiles: false,
  answersComment: false,
  happenedAt: NOW,
  settleBy: after(MINUTE),
  ...given,
});

type GivenEcho = Partial<Echo & EchoFacts>;
const echo = (given: GivenEcho = {}): Echo & EchoFacts => ({
  channelAccountId: 1,
  providerMessageId: 'm_1',
  addresses: ['ann'],
  callbackId: null,
  mayBeOurs: true,
  text: 'hi',
  hasFiles: false,
  at: NOW,
  named: null,
  conversationId: 10,
  knownMessageId: null,
  ...given,
});
const named = (sent: OwnSend, given: GivenEcho = {}) => echo({ callbackId: sent.id, named: sent, ...given });

const match = (echoes: (Echo & EchoFacts)[], given: Partial<SendFacts> = {}): EchoMatch[] =>
  matchEchoes(echoes, { open: [], withFile: [], ...given }, NOW);
const outcomes = (matches: EchoMatch[]): string[] =>
  matches.map((found) => (found.outcome === 'foreign' ? 'foreign' : `${found.outcome} ${found.messageId}`));
const one = (given: Echo & EchoFacts, sends?: Partial<SendFacts>) => outcomes(match([given], sends))[0];

const unknown = (id: string, given: Partial<OwnSend> = {}) =>
  send(id, { status: 'unknown', settleBy: after(-1), ...given });
const withFile = (id: string, given: Partial<OwnSend> = {}) => send(id, { status: 'sent', hasFiles: true, ...given });
const FILE = { text: '', hasFiles: true };

describe('an echo whose id is known', () => {
  test.each([
    ['comes after the answer: late', echo({ knownMessageId: '7' }), {}],
    ['although another send is open', echo({ knownMessageId: '7' }), { open: [send('8')] }],
    ['although it names another message', named(send('8'), { knownMessageId: '7' }), {}],
  ])('%s', (_, given, sends) => expect(one(given, sends)).toBe('known 7'));
});

describe('an echo of an open send', () => {
  test.each<[string, GivenEcho, OwnSend[], string]>([
    ['under way, with its content', {}, [send('7')], 'held 7'],
    ['under way, with another content', { text: 'typed' }, [send('7')], 'held 7'],
    ['of unknown outcome, with its content', {}, [unknown('7')], 'confirms 7'],
    ['of unknown outcome, with its content in other bytes', { text: ' hi\n' }, [unknown('7')], 'confirms 7'],
    ['of unknown outcome, other content, in time', { text: 'typed' }, [unknown('7', { settleBy: after(1) })], 'held 7'],
    ['of unknown outcome, other content, at the end', { text: 'typed' }, [unknown('7', { settleBy: NOW })], 'held 7'],
    ['of unknown outcome, other content, after it', { text: 'typed' }, [unknown('7')], 'foreign'],
    ['of unknown outcome without an end', { text: 'typed' }, [unknown('7', { settleBy: null })], 'foreign'],
    ['the file of a file with text', FILE, [unknown('7', { hasFiles: true })], 'confirms 7'],
    ['a file where none was sent', FILE, [unknown('7')], 'foreign'],
    ['of another account', {}, [send('7', { channelAccountId: 2 })], 'foreign'],
    ['to another person', {}, [send('7', { conversationId: 11 })], 'foreign'],
    ['to a person who is not known', { conversationId: null }, [send('7')], 'foreign'],
    ['that is said not to be ours', { mayBeOurs: false }, [send('7')], 'foreign'],
    ['10 s before the send, by its clock', { at: after(-10 * SECOND) }, [send('7')], 'held 7'],
    ['more than 10 s before it', { at: after(-10 * SECOND - 1) }, [send('7')], 'foreign'],
    ['long after it', { at: after(60 * MINUTE) }, [send('7')], 'held 7'],
    ['the oldest of two with other content', { text: 'typed' }, [send('7'), send('8')], 'held 7'],
    ['the one with its content before an older one', {}, [send('7', { text: 'other' }), unknown('8')], 'confirms 8'],
    ['the oldest of two with its content', {}, [unknown('7'), unknown('8')], 'confirms 7'],
  ])('%s', (_, given, open, wanted) => expect(one(echo(given), { open })).toBe(wanted));
});

describe('an echo with our own message id', () => {
  test.each<[string, OwnSend, GivenEcho, string]>([
    ['a text under way, whatever the content', send('7'), { text: 'as the provider shows it' }, 'confirms 7'],
    ['a text of unknown outcome', unknown('7'), { text: 'other' }, 'confirms 7'],
    ['although it is not said to be ours', send('7'), { mayBeOurs: false }, 'confirms 7'],
    ['the file of a send under way', send('7', { hasFiles: true }), FILE, 'confirms 7'],
    ['the text of a file under way: its file has the id', send('7', { hasFiles: true }), {}, 'held 7'],
    ['the text of a file of unknown outcome', unknown('7', { hasFiles: true }), {}, 'confirms 7'],
    ['one that is sent: a part of it', send('7', { status: 'sent' }), {}, 'part 7'],
    ['one that is read: a part of it', send('7', { status: 'read' }), {}, 'part 7'],
    ['one that failed: a part of it', send('7', { status: 'failed' }), {}, 'part 7'],
  ])('%s', (_, sent, given, wanted) => expect(one(named(sent, given))).toBe(wanted));

  test('of another account is matched like any other', () => {
    expect(one(echo({ callbackId: '7' }))).toBe('foreign');
    expect(one(echo({ callbackId: '7', mayBeOurs: false }), { open: [send('8')] })).toBe('foreign');
  });
});

describe('the text after a file whose own answer was lost', () => {
  test.each<[string, GivenEcho, OwnSend[], string]>([
    ['at once', {}, [withFile('7')], 'part 7'],
    ['exactly 5 minutes later', { at: after(5 * MINUTE) }, [withFile('7')], 'part 7'],
    ['more than 5 minutes later', { at: after(5 * MINUTE + 1) }, [withFile('7')], 'foreign'],
    ['10 s before it, by its clock', { at: after(-10 * SECOND) }, [withFile('7')], 'part 7'],
    ['more than 10 s before it', { at: after(-10 * SECOND - 1) }, [withFile('7')], 'foreign'],
    ['a file that is delivered', {}, [withFile('7', { status: 'delivered' })], 'part 7'],
    ['a file that is read', {}, [withFile('7', { status: 'read' })], 'part 7'],
    ['a file that failed', {}, [withFile('7', { status: 'failed' })], 'foreign'],
    ['another text', { text: 'typed' }, [withFile('7')], 'foreign'],
    ['a text with a file of its own', { hasFiles: true }, [withFile('7')], 'foreign'],
    ['no text', { text: '' }, [withFile('7', { text: '' })], 'foreign'],
    ['to another person', {}, [withFile('7', { conversationId: 11 })], 'foreign'],
    ['of another account', {}, [withFile('7', { channelAccountId: 2 })], 'foreign'],
    ['of what is said not to be ours', { mayBeOurs: false }, [withFile('7')], 'foreign'],
    ['the oldest of two', {}, [withFile('7'), withFile('8')], 'part 7'],
  ])('%s', (_, given, sends, wanted) => expect(one(echo(given), { withFile: sends })).toBe(wanted));
});

describe('a private reply to a comment', () => {
  const reply = (given: Partial<OwnSend> = {}) =>
    unknown('7', { answersComment: true, conversationId: 11, peer: 'commenter', ...given });

  test('is found by its content in any conversation: its peer and the person are the same', () => {
    expect(match([echo()], { open: [reply()] })).toEqual([
      { outcome: 'confirms', messageId: '7', adoptedPeer: 'commenter' },
    ]);
    expect(one(echo({ text: 'typed' }), { open: [reply({ settleBy: after(MINUTE) })] })).toBe('foreign');
    expect(one(echo({ text: 'typed' }), { open: [reply({ status: 'sending' })] })).toBe('foreign');
  });

  test('to an address that the echo also has merges no people', () => {
    expect(match([echo({ addresses: ['ann', 'commenter'] })], { open: [reply()] })).toMatchObject([
      { adoptedPeer: null },
    ]);
    expect(match([echo()], { open: [unknown('7')] })).toMatchObject([{ adoptedPeer: null }]);
  });

  test('ends the batch when it merges two people: later echoes need new facts', () => {
    expect(outcomes(match([echo(), echo({ providerMessageId: 'm_2' })], { open: [reply()] }))).toEqual(['confirms 7']);
  });
});

describe('echoes of one batch', () => {
  const second = { providerMessageId: 'm_2' };

  test.each<[string, (Echo & EchoFacts)[], Partial<SendFacts>, string[]]>([
    ['claim a send once', [echo(), echo(second)], { open: [unknown('7')] }, ['confirms 7', 'foreign']],
    [
      'claim two sends of the same text, one each',
      [echo(), echo(second)],
      { open: [unknown('7'), unknown('8')] },
      ['confirms 7', 'confirms 8'],
    ],
    ['that name the same send', [named(send('7')), named(send('7'), second)], {}, ['confirms 7', 'held 7']],
    ['with the same id', [echo(), echo()], { open: [unknown('7'), unknown('8')] }, ['confirms 7', 'known 7']],
    [
      'with the same id on two accounts',
      [echo(), echo({ channelAccountId: 2 })],
      { open: [unknown('7')] },
      ['confirms 7', 'foreign'],
    ],
    ['wait for the same send', [echo(), echo(second)], { open: [send('7')] }, ['held 7', 'held 7']],
    [
      'the file, then its text, of a send of unknown outcome',
      [echo(FILE), echo(second)],
      { open: [unknown('7', { hasFiles: true })], withFile: [unknown('7', { hasFiles: true })] },
      ['confirms 7', 'part 7'],
    ],
    [
      'the text alone, of a file that is still open',
      [echo()],
      { withFile: [unknown('7', { hasFiles: true })] },
      ['foreign'],
    ],
    ['a text that follows a file once', [echo(), echo(second)], { withFile: [withFile('7')] }, ['part 7', 'foreign']],
    ['the same text of a file twice', [echo(), echo()], { withFile: [withFile('7')] }, ['part 7', 'known 7']],
    ['two parts of a named send', [named(withFile('7')), named(withFile('7'), second)], {}, ['part 7', 'part 7']],
  ])('%s', (_, echoes, sends, wanted) => expect(outcomes(match(echoes, sends))).toEqual(wanted));
});

const SENT = { text: 'Zoe\u0308 says hi', hasFiles: false };

test.each([
  ['the same text', SENT, { text: 'Zoe\u0308 says hi', hasFiles: false }, true],
  ['composed characters', SENT, { text: 'Zo\u00eb says hi', hasFiles: false }, true],
  ['space, tab, CR and LF around it', SENT, { text: ' \t\r\nZo\u00eb says hi\n ', hasFiles: false }, true],
  ['another kind of blank around it', SENT, { text: '\u00a0Zo\u00eb says hi', hasFiles: false }, false],
  ['another blank inside', SENT, { text: 'Zo\u00eb  says hi', hasFiles: false }, false],
  ['another text', SENT, { text: 'typed', hasFiles: false }, false],
  ['blanks around what was sent', { text: '\nhi ', hasFiles: false }, { text: 'hi', hasFiles: false }, true],
  ['the file of a file with text', { text: 'hi', hasFiles: true }, { text: '', hasFiles: true }, true],
  ['the text of a file with text', { text: 'hi', hasFiles: true }, { text: 'hi', hasFiles: false }, true],
  ['a file, where none was sent', SENT, { text: '', hasFiles: true }, false],
  ['nothing', { text: '', hasFiles: false }, { text: '', hasFiles: false }, false],
  ['blanks alone, where no text was sent', { text: '', hasFiles: true }, { text: ' ', hasFiles: false }, true],
])('an echo with %s', (_, sent, echo, same) => {
  expect(isSameContent(sent, echo)).toBe(same);
});

test('comparing a long run of blanks takes linear time', () => {
  const text = `a${' '.repeat(200_000)}a`;
  expect(isSameContent({ text, hasFiles: false }, { text: ` ${text}`, hasFiles: false })).toBe(true);
});
