import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { describe, expect, test } from 'vitest';
import { makeDemoGate } from './demo-gate.ts';
import { CLOSED_READS, OPEN_CHANGES } from './open-operations.ts';

const MINUTE_MS = 60_000;
const OPERATIONS = [...CONSOLE_CONTRACTS, ...CUSTOMER_ACTIONS].map(({ name, method }) => ({ name, method }));

function openGate({ perAddress = 2 } = {}) {
  let now = 0;
  return {
    gate: makeDemoGate({ nowMs: () => now, perAddress }),
    pass(ms: number) {
      now += ms;
    },
  };
}

/** The code of the error that `act` throws; null: it throws none. */
function codeOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    // safe: the gate throws AppErrors only
    return (error as { code: string }).code;
  }
}

describe('the operations of a demo', () => {
  test('that are open exist, and every other change is closed', () => {
    const { gate } = openGate();
    const names = new Set<string>(OPERATIONS.map(({ name }) => name));
    expect([...OPEN_CHANGES, ...CLOSED_READS].filter((name) => !names.has(name))).toEqual([]);
    const closed = OPERATIONS.filter(({ name, method }) => codeOf(() => gate.admit(name, method, null)) !== null);
    expect(closed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['invite-member', 'request-password-reset', 'set-single-sign-on', 'connect-link']),
    );
    for (const { name, method } of OPERATIONS)
      expect(
        closed.some((one) => one.name === name && one.method === method),
        `${method} ${name}`,
      ).toBe(method === 'GET' ? CLOSED_READS.has(name) : !OPEN_CHANGES.has(name));
    expect(codeOf(() => gate.admit('an-operation-of-tomorrow', 'POST', 1))).toBe('demo_closed');
  });

  test('are counted for each workspace, and each limit is named', () => {
    const { gate, pass } = openGate();
    const change = (tenantId: number) => codeOf(() => gate.admit('send', 'POST', tenantId));
    for (let nth = 0; nth < 600; nth++) expect(change(1)).toBeNull();
    expect(change(1)).toBe('rate_limited');
    expect(change(2)).toBeNull();
    for (let minute = 0; minute < 2; minute++) {
      pass(MINUTE_MS);
      for (let nth = 0; nth < 450; nth++) change(1);
    }
    pass(MINUTE_MS);
    expect(change(1)).toBe('demo_limit_reached');
    expect(codeOf(() => gate.admit('list-conversations', 'GET', 1))).toBeNull();
    pass(60 * MINUTE_MS);
    expect(change(1)).toBeNull();
  });
});

describe('the openings of a demo', () => {
  const openings = (gate: ReturnType<typeof makeDemoGate>, addresses: readonly string[]) =>
    addresses.map((address) => codeOf(() => gate.admitOpening(address)));

  test('are counted by address, and by the /64 of IPv6', () => {
    const { gate, pass } = openGate();
    expect(openings(gate, ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1', '::ffff:192.0.2.1'])).toEqual([
      null,
      null,
      null,
      'rate_limited',
      'rate_limited',
    ]);
    expect(openings(gate, ['2001:db8::1', '2001:db8::2', '2001:db8::3'])).toEqual([null, null, 'rate_limited']);
    pass(60 * MINUTE_MS);
    expect(openings(gate, ['192.0.2.1', '2001:db8::9'])).toEqual([null, null]);
  });

  test('of one site of IPv6 are limited over all of its /64', () => {
    const { gate } = openGate();
    const site = Array.from({ length: 9 }, (_, nth) => `2001:db8:7:${nth}::1`);
    expect(openings(gate, site)).toEqual([...Array.from({ length: 8 }, () => null), 'rate_limited']);
    expect(openings(gate, ['2001:db8:8::1'])).toEqual([null]);
  });
});
