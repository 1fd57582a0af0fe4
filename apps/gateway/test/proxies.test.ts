import { openConnectLink } from '@parley/common/contracts/internal/connect-link';
import { openPairPage } from '@parley/common/contracts/internal/pair-page';
import { listTenants } from '@parley/common/contracts/operator/tenants';
import { AppError } from '@parley/common/errors';
import { afterEach, describe, expect, test } from 'vitest';
import { answerServices } from './answer-services.ts';
import { ADMIN_TOKEN, type Answer, answerContract, KEY, openGateway, type TestGateway } from './open-gateway.ts';

let gateway: TestGateway;
afterEach(() => gateway.stop());

const PAGE_TOKEN = `1-4-${'a'.repeat(30)}`;
const LINK_TOKEN = 'l'.repeat(43);
const ATTACKER = '203.0.113.66';
let serial = 0;
const makeWrong = (): string => `wrong-${'x'.repeat(30)}${serial++}`;

type Door = (secret: string, headers: Record<string, string>) => Promise<Answer>;

/** Every kind of request that takes a secret, with a correct secret. */
const DOORS: Readonly<Record<string, [right: string, door: Door]>> = {
  'a key': [KEY, (key, headers) => gateway.action('GET', 'status', { key, headers })],
  'the admin token': [ADMIN_TOKEN, (key, headers) => gateway.admin('GET', '/tenants', { key, headers })],
  'a connect link': [LINK_TOKEN, (token, headers) => gateway.call('GET', `/connect/${token}`, { headers })],
  'a pairing page': [PAGE_TOKEN, (token, headers) => gateway.call('GET', `/pair/${token}`, { headers })],
};

/** A gateway with a fixed clock: no limit resets by waiting. */
async function open(trusted: string): Promise<void> {
  gateway = await openGateway({ variables: { PARLEY_TRUSTED_PROXIES: trusted }, nowMs: () => 1000 });
  answerServices(gateway.carrier);
  answerContract(gateway.carrier, listTenants, async () => ({ items: [], nextCursor: null }));
  answerContract(gateway.carrier, openConnectLink, async ({ token }) =>
    token === LINK_TOKEN
      ? { location: 'https://dialog.example/' }
      : { page: { status: 404, title: 'Unknown link', text: 'Nothing here.' } },
  );
  answerContract(gateway.carrier, openPairPage, async ({ token }) => {
    if (token !== PAGE_TOKEN) throw new AppError('unknown_session');
    return {
      stage: 'open' as const,
      status: 'created' as const,
      reason: null,
      since: '2026-01-02T03:04:05.000Z',
      label: 'Front desk',
    };
  });
}

/** Returns the statuses of `count` wrong secrets. */
async function guess(door: Door, count: number, headersOf: () => Record<string, string>): Promise<number[]> {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push((await door(makeWrong(), headersOf())).status);
  return answers;
}
const hop = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') });

describe.each(Object.entries(DOORS))('failures of one caller do not affect %s of others:', (_what, [right, door]) => {
  test('behind a trusted proxy that identifies the callers', async () => {
    await open('127.0.0.0/8');
    const codes = await guess(door, 60, () => hop(ATTACKER));
    expect(codes.slice(0, 30)).not.toContain(429);
    expect(codes.slice(40)).toEqual(Array(20).fill(429));
    expect((await guess(door, 1, () => hop('203.0.113.7')))[0]).not.toBe(429);
    expect((await door(right, hop('203.0.113.7'))).status).toBeLessThan(400);
  });

  test('behind an undeclared proxy, or one that does not identify the callers', async () => {
    for (const trusted of ['', '127.0.0.0/8']) {
      if (trusted) await gateway.stop();
      await open(trusted);
      const codes = await guess(door, 60, () => ({}));
      expect(codes.slice(40)).toEqual(Array(20).fill(429));
      expect((await door(right, {})).status).toBeLessThan(400);
    }
  });
});

test('an attacker behind a trusted proxy is one caller, whatever headers it sends', async () => {
  await open('127.0.0.0/8');
  const [, door] = DOORS['a key'] ?? [];
  if (!door) throw new Error('No door.');
  const codes = await guess(door, 60, () => hop(`192.0.2.${serial % 200}`, '"', ATTACKER));
  expect(codes.slice(40)).toEqual(Array(20).fill(429));
  // It cannot use up the attempts of others either.
  for (const other of ['192.0.2.1', '192.0.2.40']) expect(await guess(door, 1, () => hop(other))).toEqual([401]);
});

test('a caller cannot pose as a proxy: without PARLEY_TRUSTED_PROXIES no header is believed', async () => {
  await open('');
  const [, door] = DOORS['a key'] ?? [];
  if (!door) throw new Error('No door.');
  const codes = await guess(door, 60, () => hop(`192.0.2.${serial % 200}`));
  expect(codes.slice(40)).toEqual(Array(20).fill(429));
});
