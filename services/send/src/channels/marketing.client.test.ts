import type { ReadResult } from '@parley/providers/sent/send-outcome';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { makeMarketingAccounts } from './marketing.client.ts';

const account = { id: 1, tenantId: 1 };
const failed: ReadResult<never> = {
  ok: false,
  failure: { kind: 'unknown', provider: { name: 'graph', status: null, code: null, message: 'away' } },
};

/** Accounts for which Meta answers with these states, one after another. */
function script(...answers: ReadResult<string | null>[]) {
  let asked = 0;
  const accounts = makeMarketingAccounts(
    {
      async getMarketingStatus(wabaId, token) {
        expect([wabaId, token]).toEqual(['W', 'T']);
        return answers[asked++] ?? failed;
      },
    },
    async ({ id }) => (id === 1 ? 'W' : null),
  );
  return { accounts, askedTimes: () => asked };
}
const onboarded = { ok: true, value: 'ONBOARDED' } as const;

test('an account is onboarded once Meta has said so; it is asked once, beside the sends', async () => {
  const { accounts, askedTimes } = script(onboarded);
  expect([accounts.has(account, 'T'), accounts.has(account, 'T')]).toEqual([false, false]);
  await pollUntil(() => accounts.has(account, 'T') || null, { what: () => 'the answer' });
  expect(askedTimes()).toBe(1);
  accounts.leave(account);
  expect(accounts.has(account, 'T')).toBe(false);
  expect(askedTimes()).toBe(1);
});

test.each([
  ['eligible', { ok: true, value: 'ELIGIBLE' } as const],
  ['silent', { ok: true, value: null } as const],
  ['away', failed],
])('an account of which Meta is %s is not', async (_what, answer) => {
  const { accounts, askedTimes } = script(answer);
  accounts.has(account, 'T');
  await pollUntil(() => (askedTimes() === 1 ? true : null), { what: () => 'the question' });
  expect(accounts.has(account, 'T')).toBe(false);
});

test('an account whose business account is unknown is not asked about', async () => {
  const { accounts, askedTimes } = script(onboarded);
  expect(accounts.has({ ...account, id: 2 }, 'T')).toBe(false);
  accounts.has(account, 'T');
  await pollUntil(() => accounts.has(account, 'T') || null, { what: () => 'the other answer' });
  expect(askedTimes()).toBe(1);
});

test('an owner who accepts the terms takes the known numbers of the business account in at once', async () => {
  const { accounts, askedTimes } = script({ ok: true, value: 'ELIGIBLE' });
  accounts.has(account, 'T');
  accounts.has({ ...account, id: 2 }, 'T');
  await pollUntil(() => (askedTimes() === 1 ? true : null), { what: () => 'the question' });
  accounts.joinAll('another');
  expect(accounts.has(account, 'T')).toBe(false);
  accounts.joinAll('W');
  expect([accounts.has(account, 'T'), accounts.has({ ...account, id: 2 }, 'T')]).toEqual([true, false]);
  expect(askedTimes()).toBe(1);
});

test('an answer that was under way when the terms were accepted does not undo it', async () => {
  let answer = (_status: ReadResult<string | null>): void => {};
  const answering = new Promise<ReadResult<string | null>>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const accounts = makeMarketingAccounts(
    {
      getMarketingStatus() {
        asked++;
        return answering;
      },
    },
    async () => 'W',
  );
  accounts.has(account, 'T');
  await pollUntil(() => (asked === 1 ? true : null), { what: () => 'the question' });
  accounts.joinAll('W');
  answer({ ok: true, value: 'ELIGIBLE' });
  await answering;
  expect(accounts.has(account, 'T')).toBe(true);
});
