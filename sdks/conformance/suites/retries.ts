import { pollUntil } from '@parley/testing/poll-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { uniqueDigits } from '../../../test/support/tenants/client.ts';
import { type Fixture, TEMPLATE } from '../support/open-fixture.ts';
import type { ProxyAct } from '../support/open-proxy.ts';

const sendTo = (to: string) => ({ channel: 'wa', to, template: TEMPLATE });

const refusal = (status: number, error: string, retryAfter?: number): ProxyAct => ({
  status,
  headers: {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  },
  body: JSON.stringify({ ok: false, error, message: 'Not now.', request_id: 'req_1' }),
});

/** Retries of calls (docs/reference/requests.md#idempotency-key). */
export function retrySuite(getFixture: () => Fixture): void {
  describe('retries', () => {
    const ask = (method: string, input: object = {}, rest: object = {}) =>
      getFixture().driver.ask('call', { method, input, ...rest });
    const keys = () =>
      getFixture()
        .proxy.seen()
        .map(({ headers }) => headers['idempotency-key']);
    const use = (options: object = {}) => getFixture().useTenant(getFixture().tenant, options);
    /** Number of sends to an address; the ledger shows an event after those of earlier transactions. */
    const sentTo = (to: string): Promise<number> =>
      pollUntil(
        async () => {
          const { body } = await getFixture().tenant.get('events', { limit: '500' });
          expect(body.has_more).toBe(false);
          const isSend = ({ event, data }: { event: string; data: { to?: string } }): boolean =>
            event === 'message.sent' && data.to?.includes(to) === true;
          return body.events.filter(isSend).length || null;
        },
        { what: () => `a send to ${to} in the ledger` },
      );

    beforeEach(() => use());

    test.each([
      ['429', [refusal(429, 'rate_limited', 0), refusal(429, 'rate_limited')]],
      ['503', [refusal(503, 'service_unavailable', 0), refusal(503, 'service_unavailable')]],
      ['503 of a proxy', [{ status: 503, body: 'upstream' }]],
      ['a refused connection', ['cut', 'cut']],
      ['a lost answer', ['lose']],
    ] as [string, ProxyAct[]][])('a send goes out once, with one key for all attempts, after %s', async (_, acts) => {
      const { proxy } = getFixture();
      const to = uniqueDigits('16');
      proxy.script(...acts);
      expect(await ask('messages.send', sendTo(to))).toMatchObject({ ok: true });
      expect(keys()).toHaveLength(acts.length + 1);
      expect(new Set(keys()).size).toBe(1);
      expect(keys()[0]).toBeTruthy();
      expect(await sentTo(to)).toBe(1);
    });

    test('two sends have two keys', async () => {
      const { proxy } = getFixture();
      proxy.script();
      for (let n = 0; n < 2; n++) await ask('messages.send', sendTo(uniqueDigits('16')));
      expect(new Set(keys()).size).toBe(2);
    });

    test('a retry whose first attempt is still running waits for its answer', async () => {
      const { proxy } = getFixture();
      proxy.script('cut', refusal(409, 'idempotency_in_progress'));
      expect(await ask('messages.send', sendTo(uniqueDigits('16')))).toMatchObject({ ok: true });
      expect(keys()).toHaveLength(3);
    });

    test('idempotency_in_progress on the first attempt is an error', async () => {
      const { proxy } = getFixture();
      proxy.script(refusal(409, 'idempotency_in_progress'));
      expect((await ask('messages.send', sendTo('16'))).error).toMatchObject({ code: 'idempotency_in_progress' });
    });

    test('a send without a key is not retried after a failed connection', async () => {
      const { proxy } = getFixture();
      proxy.script('cut');
      const answer = await ask('messages.send', sendTo(uniqueDigits('16')), { idempotency_key: null });
      expect(answer.error).toMatchObject({ kind: 'connection' });
      expect(keys()).toEqual([undefined]);
    });

    test('a GET has no key, and is retried', async () => {
      const { proxy } = getFixture();
      proxy.script('cut', refusal(503, 'service_unavailable', 0));
      expect(await ask('account.status')).toMatchObject({ ok: true });
      expect(keys()).toEqual([undefined, undefined, undefined]);
    });

    test.each([400, 401, 402, 403, 404, 409, 422, 500, 502, 504])('%i is not retried', async (status) => {
      const { proxy } = getFixture();
      proxy.script(refusal(status, 'graph_error'));
      expect((await ask('messages.send', sendTo('16'))).error).toMatchObject({ kind: 'api', status });
      expect(proxy.seen()).toHaveLength(1);
    });

    test('gives up after max_retries, with the last error', async () => {
      const { proxy } = getFixture();
      await use({ max_retries: 1 });
      proxy.script(...Array.from({ length: 5 }, () => refusal(429, 'rate_limited', 0)));
      expect((await ask('account.status')).error).toMatchObject({ kind: 'api', code: 'rate_limited' });
      expect(proxy.seen()).toHaveLength(2);
    });

    test('does not wait for a Retry-After beyond its timeout', async () => {
      const { proxy } = getFixture();
      await use({ timeout_ms: 20_000 });
      proxy.script(refusal(429, 'rate_limited', 3600));
      expect((await ask('account.status')).error).toMatchObject({ kind: 'api', code: 'rate_limited' });
      expect(proxy.seen()).toHaveLength(1);
    });

    test('ends with a timeout when no answer comes', async () => {
      const { proxy } = getFixture();
      await use({ timeout_ms: 300 });
      proxy.script('hang');
      expect((await ask('account.status')).error).toMatchObject({ kind: 'timeout' });
    });

    test('does not follow redirects with its key', async () => {
      const { proxy } = getFixture();
      proxy.script(
        ...Array.from({ length: 4 }, () => ({ status: 302, headers: { location: `${proxy.origin}/elsewhere` } })),
      );
      expect((await ask('account.status')).ok).toBe(false);
      expect(proxy.seen().filter(({ path }) => path === '/elsewhere')).toEqual([]);
      // The redirects that were not needed belong to no later call.
      proxy.script();
    });
  });
}
