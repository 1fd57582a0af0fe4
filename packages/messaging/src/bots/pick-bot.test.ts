import { expect, test } from 'vitest';
import { type AskedMessage, type PickableBot, pickBot } from './pick-bot.ts';

/** A Sunday. */
const NOON = new Date('2026-11-22T12:00:00.000Z');
const bot = (given: Partial<PickableBot> = {}): PickableBot => ({
  id: 1,
  accounts: [],
  trigger: { kind: 'all' },
  stopWords: [],
  groups: false,
  ...given,
});
const asked = (given: Partial<AskedMessage> = {}): AskedMessage => ({
  accountId: 7,
  text: 'When do you open?',
  isGroup: false,
  at: NOON,
  ...given,
});
const answers = (given: Partial<PickableBot>, message: Partial<AskedMessage> = {}): boolean =>
  pickBot([bot(given)], asked(message)) !== null;

test.each<[string, Partial<PickableBot>[], number | null]>([
  ['none', [], null],
  ['the oldest', [{ id: 3 }, { id: 2 }], 2],
  ['the one that names the account, before an older one', [{ id: 2 }, { id: 3, accounts: [7] }], 3],
  ['none that names another account', [{ accounts: [8] }], null],
  [
    'one that fits, before one that names the account and does not',
    [{ id: 2, accounts: [7], trigger: { kind: 'keywords', words: ['price'], match: 'contains' } }, { id: 3 }],
    3,
  ],
  ['none, where one that fits has a stop word', [{ id: 2 }, { id: 3, stopWords: ['open'] }], null],
  [
    'one that fits, where another that does not has a stop word',
    [{ id: 2 }, { id: 3, accounts: [8], stopWords: ['open'] }],
    2,
  ],
])('of several bots: %s', (_title, bots, id) => {
  expect(pickBot(bots.map(bot), asked())?.id ?? null).toBe(id);
});

test.each<[string, Partial<PickableBot>, Partial<AskedMessage>, boolean]>([
  ['a group', {}, { isGroup: true }, false],
  ['a group, where it may', { groups: true }, { isGroup: true }, true],
  ['a stop word alone', { stopWords: ['Human'] }, { text: ' human ' }, false],
  ['a stop word among others', { stopWords: ['human'] }, { text: 'A HUMAN, please!' }, false],
  ['a stop word of two words', { stopWords: ['real person'] }, { text: 'a real  person!' }, false],
  ['a stop word inside a word', { stopWords: ['man'] }, { text: 'a human' }, true],
  ['a stop word in Arabic', { stopWords: ['موظف'] }, { text: 'اريد موظف، لو سمحت' }, false],
  ['a stop word in Arabic with other marks', { stopWords: ['مُوَظَّف'] }, { text: 'موظـف' }, false],
  ['a stop word in another spelling', { stopWords: ['انسان'] }, { text: 'أريد إنسان' }, false],
  ['a stop word of signs', { stopWords: ['!'] }, { text: '!' }, false],
  ['a stop word of signs among others', { stopWords: ['!'] }, { text: 'Hello!' }, true],
  ['a file, whatever the stop words', { stopWords: ['ـ'] }, { text: '' }, true],
])('whether a bot answers: %s', (_title, given, message, expected) => {
  expect(answers(given, message)).toBe(expected);
});

test.each<['contains' | 'exact' | 'starts', string, boolean]>([
  ['contains', 'ｐｒｉｃｅ', true],
  ['contains', 'كم السِّعْر', true],
  ['contains', 'القائمه لو سمحت', true],
  ['contains', 'the PRICE please', true],
  ['contains', 'how much', false],
  ['exact', ' Price ', true],
  ['exact', 'the price', false],
  ['starts', 'price of a cake', true],
  ['starts', 'the price', false],
])('keywords, %s: %s', (match, text, expected) => {
  expect(answers({ trigger: { kind: 'keywords', words: ['price', 'سعر', 'القائمة'], match } }, { text })).toBe(
    expected,
  );
});

test.each(['contains', 'exact', 'starts'] as const)('a keyword that folds to nothing never matches: %s', (match) => {
  const trigger = { kind: 'keywords' as const, words: ['ـ', 'َ'], match };
  expect(answers({ trigger }, { text: 'hello' })).toBe(false);
  expect(answers({ trigger }, { text: '' })).toBe(false);
});

test('hours follow the time zone across a daylight saving change', () => {
  const hours = [{ days: [1], from: '09:00', to: '17:00' }];
  const trigger = { kind: 'schedule', time_zone: 'Europe/Berlin', when: 'inside', hours } as const;
  const before = new Date('2026-03-23T08:00:00.000Z');
  const after = new Date('2026-03-30T07:00:00.000Z');
  for (const at of [before, after]) {
    expect(answers({ trigger: { ...trigger, hours } }, { at })).toBe(true);
    expect(answers({ trigger: { ...trigger, hours } }, { at: new Date(at.getTime() - 1) })).toBe(false);
  }
});

test.each<[string, number[], string, string, string, boolean]>([
  ['in the hours, by the clock of the zone', [7], '14:30', '15:30', '2026-11-22T12:00:00.000Z', true],
  ['at their beginning', [7], '15:00', '16:00', '2026-11-22T12:00:00.000Z', true],
  ['at their end', [7], '14:00', '15:00', '2026-11-22T12:00:00.000Z', false],
  ['on another day', [1], '14:30', '15:30', '2026-11-22T12:00:00.000Z', false],
  ['before midnight', [7], '22:00', '06:00', '2026-11-22T20:00:00.000Z', true],
  ['after midnight, of the day before', [7], '22:00', '06:00', '2026-11-23T02:59:00.000Z', true],
  ['after midnight, of no day', [1], '22:00', '06:00', '2026-11-23T02:59:00.000Z', false],
  ['after midnight of Sunday, on Monday', [7], '22:00', '06:00', '2026-11-23T03:00:00.000Z', false],
])('a schedule of Kuwait: %s', (_title, days, from, to, at, isInside) => {
  const trigger = { kind: 'schedule', time_zone: 'Asia/Kuwait', hours: [{ days, from, to }] } as const;
  const message = { at: new Date(at) };
  const hours = [{ days, from, to }];
  expect(answers({ trigger: { ...trigger, hours, when: 'inside' } }, message)).toBe(isInside);
  expect(answers({ trigger: { ...trigger, hours, when: 'outside' } }, message)).toBe(!isInside);
});
