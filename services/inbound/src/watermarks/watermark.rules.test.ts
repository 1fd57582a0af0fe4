import { describe, expect, test } from 'vitest';
import {
  advanceMarks,
  applyMarks,
  decideWatermarks,
  type MovableMessage,
  type OpenSend,
  placeNamed,
  type Watermark,
} from './watermark.rules.ts';

const START = new Date('2026-03-01T12:00:00Z');
const at = (ms: number): Date => new Date(START.getTime() + ms);
const HAPPENED = at(99_000);

const sent = (id: string, ms: number, given: Partial<MovableMessage> = {}): MovableMessage => ({
  id,
  conversationId: 10,
  status: 'sent',
  sentAt: at(ms),
  ...given,
});
const until = (status: 'delivered' | 'read', ms: number | null, conversationId: number | null = 10): Watermark => ({
  status,
  channelAccountId: 1,
  covers: { conversationId, until: ms === null ? null : at(ms) },
  at: HAPPENED,
});
const openSend = (id: string, given: Partial<OpenSend> = {}): OpenSend => ({
  id,
  channelAccountId: 1,
  conversationId: 10,
  status: 'sending',
  answersComment: false,
  happenedAt: START,
  ...given,
});

const apply = (watermarks: Watermark[], messages: MovableMessage[], open: OpenSend[] = []) =>
  decideWatermarks(watermarks, { messages, open });
const steps = (watermarks: Watermark[], messages: MovableMessage[]): string[][] =>
  apply(watermarks, messages).map(({ moves }) => moves.map(({ message, status }) => `${message.id} ${status}`));

describe('the messages that a watermark moves', () => {
  const delivered = { status: 'delivered' } as const;
  test.each<[string, Watermark, MovableMessage[], string[]]>([
    ['up to and with its moment', until('read', 2), [sent('a', 1), sent('b', 2), sent('c', 3)], ['a read', 'b read']],
    ['delivered moves what is sent', until('delivered', 2), [sent('a', 1)], ['a delivered']],
    ['delivered moves nothing that is delivered', until('delivered', 2), [sent('a', 1, delivered)], []],
    ['read moves what is delivered', until('read', 2), [sent('a', 1, delivered)], ['a read']],
    ['read does not invent delivered', until('read', 2), [sent('a', 1)], ['a read']],
    ['nothing of another conversation', until('read', 2), [sent('a', 1, { conversationId: 11 })], []],
    ['nothing without a conversation', until('read', 2, null), [sent('a', 1)], []],
    ['nothing without a moment', until('read', null), [sent('a', 1)], []],
  ])('%s', (_, watermark, messages, wanted) => expect(steps([watermark], messages)).toEqual([wanted]));

  test('each step has the time of its watermark', () => {
    expect(apply([until('read', 2)], [sent('a', 1)])[0]?.moves).toMatchObject([{ at: HAPPENED }]);
  });

  test.each<[string, Watermark[], string[][]]>([
    [
      'delivered, then read',
      [until('delivered', 2), until('read', 2)],
      [
        ['a delivered', 'b delivered'],
        ['a read', 'b read'],
      ],
    ],
    ['read, then delivered', [until('read', 2), until('delivered', 2)], [['a read', 'b read'], []]],
    ['the same twice', [until('read', 1), until('read', 1)], [['a read'], []]],
    ['an older one after a newer one', [until('read', 2), until('read', 1)], [['a read', 'b read'], []]],
    ['a newer one after an older one', [until('read', 1), until('read', 2)], [['a read'], ['b read']]],
    ['delivered further than read', [until('read', 1), until('delivered', 2)], [['a read'], ['b delivered']]],
  ])('in one batch: %s', (_, watermarks, wanted) => {
    expect(steps(watermarks, [sent('a', 1), sent('b', 2)])).toEqual(wanted);
  });
});

describe('a watermark that names a message', () => {
  test.each(['sent', 'delivered', 'read', 'failed', 'received'])('that is %s covers everything up to it', (status) => {
    expect(placeNamed({ conversationId: 10, status, sentAt: at(2) })).toEqual({ conversationId: 10, until: at(2) });
  });
  test.each(['sending', 'unknown'])('that is %s covers nothing yet', (status) => {
    expect(placeNamed({ conversationId: 10, status, sentAt: at(2) })).toBeNull();
  });
  test('that is not stored yet waits until it is', () => {
    expect(placeNamed(undefined)).toBeNull();
    const absent = { ...until('read', 2), covers: null };
    expect(apply([absent], [sent('a', 1)], [openSend('7')])).toEqual([{ moves: [], waits: true, waitsFor: null }]);
  });
});

describe('a watermark that may cover a send that is not settled', () => {
  test.each<[string, Watermark, OpenSend[], string | null]>([
    ['of its conversation', until('read', 2), [openSend('7')], '7'],
    ['reserved exactly at its moment', until('read', 0), [openSend('7')], '7'],
    ['reserved after its moment', until('read', 0), [openSend('7', { happenedAt: at(1) })], null],
    ['of another conversation', until('read', 2), [openSend('7', { conversationId: 11 })], null],
    ['of another account', until('read', 2), [openSend('7', { channelAccountId: 2 })], null],
    [
      'one under way before one of unknown outcome',
      until('read', 2),
      [openSend('7', { status: 'unknown' }), openSend('8')],
      '8',
    ],
    ['the oldest of equals', until('read', 2), [openSend('7'), openSend('8')], '7'],
    ['of unknown outcome', until('delivered', 2), [openSend('7', { status: 'unknown' })], '7'],
    [
      'a private reply, where the person is not known',
      until('read', 2, null),
      [openSend('7', { answersComment: true })],
      '7',
    ],
    ['any other send, where the person is not known', until('read', 2, null), [openSend('7')], null],
    [
      'a private reply in another conversation',
      until('read', 2),
      [openSend('7', { conversationId: 11, answersComment: true })],
      null,
    ],
    ['without a moment', until('read', null), [openSend('7')], null],
  ])('%s', (_, watermark, open, waitsFor) => {
    expect(apply([watermark], [], open)).toEqual([{ moves: [], waits: waitsFor !== null, waitsFor }]);
  });

  test('moves messages that are settled already', () => {
    expect(apply([until('read', 2)], [sent('a', 1)], [openSend('7')])).toMatchObject([
      { moves: [{ status: 'read' }], waits: true, waitsFor: '7' },
    ]);
  });
});

describe('the marks of a conversation', () => {
  const none = { deliveredUntil: null, readUntil: null };
  const advance = (marks: { deliveredUntil: Date | null; readUntil: Date | null }, ...watermarks: Watermark[]) =>
    advanceMarks(new Map([[10, marks]]), watermarks).get(10);

  test.each<[string, Watermark[], ReturnType<typeof advance>]>([
    ['the first', [until('read', 2)], { deliveredUntil: null, readUntil: at(2) }],
    ['both kinds', [until('read', 2), until('delivered', 3)], { deliveredUntil: at(3), readUntil: at(2) }],
    ['the latest of several', [until('read', 3), until('read', 2)], { deliveredUntil: null, readUntil: at(3) }],
    ['no moment', [until('read', null)], undefined],
    ['another conversation', [until('read', 2, 11)], undefined],
    ['no conversation', [until('read', 2, null)], undefined],
    ['a message that is not here', [{ ...until('read', 2), covers: null }], undefined],
  ])('%s', (_, watermarks, wanted) => expect(advance(none, ...watermarks)).toEqual(wanted));

  test.each([
    [2, undefined],
    [3, undefined],
    [4, { deliveredUntil: null, readUntil: at(4) }],
  ])('never go back: read until 3, then until %d', (ms, wanted) => {
    expect(advance({ ...none, readUntil: at(3) }, until('read', ms))).toEqual(wanted);
  });

  test.each<[string, number | null, number | null, 'sent' | 'delivered', string[]]>([
    ['neither', null, null, 'sent', []],
    ['delivered', 2, null, 'sent', ['a delivered @2']],
    ['read', null, 2, 'sent', ['a read @2']],
    ['both, each reported with its moment', 3, 2, 'sent', ['a delivered @3', 'a read @2']],
    ['both, delivered already', 3, 2, 'delivered', ['a read @2']],
    ['both too early', 0, 0, 'sent', []],
    ['exactly its moment', 1, null, 'sent', ['a delivered @1']],
  ])('move a message that came after them: %s', (_, delivered, read, status, wanted) => {
    const marks = {
      deliveredUntil: delivered === null ? null : at(delivered),
      readUntil: read === null ? null : at(read),
    };
    const moves = applyMarks([{ ...sent('a', 1, { status }), ...marks }]);
    const inWords = moves.map((move) => `${move.message.id} ${move.status} @${move.at.getTime() - START.getTime()}`);
    expect(inWords).toEqual(wanted);
  });

  test('of one conversation move nothing of another', () => {
    const other = { ...sent('b', 1, { conversationId: 11 }), ...none };
    const moves = applyMarks([{ ...sent('a', 1), deliveredUntil: null, readUntil: at(2) }, other]);
    expect(moves.map(({ message }) => message.id)).toEqual(['a']);
  });
});
