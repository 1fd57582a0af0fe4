import type { SignalKeyStore } from 'baileys';
import { expect, test } from 'vitest';
import { keepNewestTokens } from './keep-tokens.client.ts';

const NOW_S = 1_800_000_000;
const BOB = '915550002@lid';
const NONE = Buffer.alloc(0);

/** Keys in memory, whose writes take a turn of the event loop. */
function makeKeys() {
  const entries = new Map<string, unknown>();
  const keys = {
    get: async (_: string, names: string[]) => Object.fromEntries(names.map((name) => [name, entries.get(name)])),
    async set({ tctoken = {} }: { tctoken?: Record<string, unknown> }) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const [name, value] of Object.entries(tctoken)) entries.set(name, value);
    },
  };
  // safe: the types of the values do not matter here
  return { entries, keys: keepNewestTokens(keys as unknown as SignalKeyStore, () => NOW_S * 1000) };
}

test('a token that arrives while the library stores its own one is kept', async () => {
  const { entries, keys } = makeKeys();
  const given = { token: Buffer.from('given'), timestamp: String(NOW_S) };
  // The note was made from an entry without a token.
  await Promise.all([
    keys.set({ tctoken: { [BOB]: given } }),
    keys.set({ tctoken: { [BOB]: { token: NONE, senderTimestamp: NOW_S } } }),
  ]);
  expect(entries.get(BOB)).toEqual({ ...given, senderTimestamp: NOW_S });
});

test.each([
  ['a newer token replaces it', { token: Buffer.from('newer'), timestamp: String(NOW_S + 1) }, NOW_S],
  ['one that expired is cleared', { token: NONE, senderTimestamp: NOW_S }, NOW_S - 30 * 24 * 3600],
  ['one that expired is removed', null, NOW_S - 30 * 24 * 3600],
])('%s', async (_, value, givenAtS) => {
  const { entries, keys } = makeKeys();
  await keys.set({ tctoken: { [BOB]: { token: Buffer.from('given'), timestamp: String(givenAtS) } } });
  await keys.set({ tctoken: { [BOB]: value } });
  expect(entries.get(BOB)).toEqual(value);
});

test('a failed write does not stop the next one', async () => {
  const { entries, keys } = makeKeys();
  // safe: a value that cannot be read
  const broken = Object.defineProperty({}, BOB, {
    enumerable: true,
    get: () => {
      throw new Error('broken');
    },
  }) as Record<string, null>;
  await expect(keys.set({ tctoken: broken })).rejects.toThrow('broken');
  await keys.set({ tctoken: { [BOB]: { token: NONE } } });
  expect(entries.get(BOB)).toEqual({ token: NONE });
});
