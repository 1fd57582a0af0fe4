import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { damage } from './damage-value.ts';
import { fixture, fixtureNames } from './fixture.ts';

const parsers = {
  wa: parseWaWebhook,
  tg: (body: unknown) => parseTelegramUpdate(body, '7000001'),
  fb: parsePageWebhook,
  ig: parseInstagramWebhook,
};
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    ' ',
    [],
    {},
    [null],
    -1,
    0,
    1e300,
    Number.NaN,
    '__proto__',
    'constructor',
    true,
  ),
);

test('an entry whose id cannot become a text is not a test event of the dashboard', () => {
  expect(parsePageWebhook({ object: 'page', entry: [{ id: { toString: 1 }, time: 1 }] })).toMatchObject([
    { kind: 'unknown' },
  ]);
});

describe.each(['wa', 'tg', 'fb', 'ig'] as const)('the parser of %s', (channel) => {
  const parse = parsers[channel];

  test('returns a list for any JSON', () => {
    fc.assert(
      fc.property(odd, (body) => {
        expect(parse(body)).toBeInstanceOf(Array);
      }),
    );
  });

  test('returns a list for a known webhook with any value at any place', () => {
    const bodies = fixtureNames(channel, 'webhook-').map((name) => fixture(channel, name));
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.array(fc.nat(20), { maxLength: 12 }),
        odd,
        (body, path, replacement) => {
          expect(parse(damage(body, path, replacement))).toBeInstanceOf(Array);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('one bad element of a wa webhook', () => {
  const message = (id: string) => ({
    from: '16505551234',
    id,
    timestamp: '1749416383',
    type: 'text',
    text: { body: id },
  });
  const body = (messages: unknown[], statuses: unknown[] = []) => ({
    object: 'whatsapp_business_account',
    entry: [
      null,
      {
        id: '1',
        changes: [{ field: 'messages', value: { metadata: { phone_number_id: '10' }, messages, statuses } }, 7],
      },
      {
        id: '2',
        changes: [{ field: 'messages', value: { metadata: { phone_number_id: '20' }, messages: [message('c')] } }],
      },
    ],
  });

  test('leaves the other elements valid', () => {
    fc.assert(
      fc.property(odd, (bad) => {
        const items = parseWaWebhook(body([message('a'), bad, message('b')], [bad]));
        const good = items.filter((item) => item.kind === 'message');
        expect(good.map(({ providerMessageId, account }) => `${account.externalId} ${providerMessageId}`)).toEqual([
          '10 a',
          '10 b',
          '20 c',
        ]);
        // The bad message, the bad status, the invalid entry and the invalid change.
        expect(items.filter(({ kind }) => kind === 'unknown')).toHaveLength(4);
      }),
    );
  });

  test('people are matched by id, not by position', () => {
    const contacts = [
      { wa_id: '2', profile: { name: 'Two' } },
      { wa_id: '1', user_id: 'US.1', profile: { name: 'One' } },
    ];
    const value = {
      metadata: { phone_number_id: '10' },
      contacts,
      messages: ['1', '2', '3'].map((from) => ({ ...message(from), from })),
    };
    const items = parseWaWebhook({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    });
    expect(items.map((item) => (item.kind === 'message' ? item.from : null))).toMatchObject([
      { address: '+1', name: 'One', aliases: ['US.1'] },
      { address: '+2', name: 'Two', aliases: [] },
      { address: '+3', name: null },
    ]);
  });
});

describe.each([
  ['fb', 'page', parsePageWebhook],
  ['ig', 'instagram', parseInstagramWebhook],
] as const)('one bad element of a webhook of %s', (channel, object, parse) => {
  const event = (mid: string) => ({
    sender: { id: 'person' },
    recipient: { id: 'account' },
    timestamp: 1_780_000_000_000,
    message: { mid, text: mid },
  });
  const withOdd = (bad: unknown) => ({
    object,
    entry: [
      bad,
      { id: 'account', time: 1_780_000_000, messaging: [event('a'), bad, event('b')], changes: [bad] },
      { id: 'account', time: 1_780_000_000, messaging: [{ ...event('c'), message: bad }, event('d')] },
    ],
  });

  test('leaves the other elements valid, and every element becomes an item', () => {
    fc.assert(
      fc.property(odd, (bad) => {
        const items = parse(withOdd(bad));
        const good = items.flatMap((item) =>
          item.kind === 'message' && item.raw !== bad ? [`${item.account.externalId} ${item.providerMessageId}`] : [],
        );
        expect(good).toEqual(['account a', 'account b', 'account d']);
        // The bad entry, event, change and message.
        expect(items).toHaveLength(7);
        for (const item of items) if ('account' in item) expect(item.account.channel).toBe(channel);
      }),
    );
  });

  test('every recorded webhook yields an item, whatever value replaces any part of an entry', () => {
    const bodies = fixtureNames(channel, 'webhook-').map((name) => fixture(channel, name));
    const places = fc
      .array(fc.nat(20), { minLength: 2, maxLength: 10 })
      .map(([at = 0, ...rest]) => [1 - (at % 2), ...rest]);
    fc.assert(
      fc.property(fc.constantFrom(...bodies), places, odd, (body, path, replacement) => {
        const damaged = damage(body, path, replacement);
        const { entry } = damaged as { entry?: unknown }; // safe: only read
        if (Array.isArray(entry) && entry.length === 0) return;
        expect(parse(damaged)).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
