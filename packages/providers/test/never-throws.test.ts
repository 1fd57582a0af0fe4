import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from './fixture.ts';

const parsers = { wa: parseWaWebhook, tg: (body: unknown) => parseTelegramUpdate(body, '7000001') };
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

/** The value with the member at one random place replaced, removed or repeated. */
function damage(value: unknown, path: number[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (typeof value !== 'object' || value === null || step === undefined) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const inner: unknown = (value as Record<string, unknown>)[key]; // safe: an own key
  const changed = damage(inner, rest, replacement);
  if (Array.isArray(value)) return value.map((entry, index) => (String(index) === key ? changed : entry));
  return { ...value, [key]: changed };
}

describe.each(['wa', 'tg'] as const)('the parser of %s', (channel) => {
  const parse = parsers[channel];

  test('answers a list for any JSON', () => {
    fc.assert(
      fc.property(odd, (body) => {
        expect(parse(body)).toBeInstanceOf(Array);
      }),
    );
  });

  test('answers a list for a known webhook with anything at any place of it', () => {
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

  test('stands beside its good neighbours', () => {
    fc.assert(
      fc.property(odd, (bad) => {
        const items = parseWaWebhook(body([message('a'), bad, message('b')], [bad]));
        const good = items.filter((item) => item.kind === 'message');
        expect(good.map(({ providerMessageId, account }) => `${account.externalId} ${providerMessageId}`)).toEqual([
          '10 a',
          '10 b',
          '20 c',
        ]);
        // The bad message, the bad status, the entry and the change that are none.
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
