import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTenant, uniqueDigits } from '../../../test/support/tenants/client.ts';
import { type Fixture, TEMPLATE } from '../support/open-fixture.ts';
import { CODES } from '../support/read-api.ts';

/** Errors by their code (docs/reference/errors.md#error-body). */
export function errorSuite(getFixture: () => Fixture): void {
  describe('errors', () => {
    const ask = (method: string, input: object = {}, rest: object = {}) =>
      getFixture().driver.ask('call', { method, input, ...rest });
    const to = uniqueDigits('16');

    beforeAll(() => getFixture().useTenant(getFixture().tenant, { max_retries: 0 }));

    test.each<[string, number, string, object, object?]>([
      // A blank field counts as missing; some SDKs cannot leave out a required one.
      ['missing_to', 400, 'messages.send', { channel: 'wa', to: '' }],
      ['invalid_channel', 400, 'messages.send', { channel: 'sms', to, message: 'x' }],
      ['unsupported_content', 400, 'messages.edit', { channel: 'wa', message_id: '1', message: 'x' }],
      ['invalid_bot_token', 400, 'channels.connectTelegram', { bot_token: `9:${'B'.repeat(35)}` }],
      ['bad_redirect_url', 400, 'channels.connectLink', { channel: 'fb', redirect_url: 'http://example.com/done' }],
      ['unknown_message', 404, 'messages.get', { message_id: '999999999' }],
      ['unknown_session', 404, 'sessions.status', { session_token: `wds_${'x'.repeat(32)}` }],
      ['unknown_comment', 404, 'comments.reply', { comment_id: '1_2', message: 'hi' }],
      ['not_connected', 404, 'channels.disconnect', { channel: 'tg', id: '1' }],
      ['no_existing_conversation', 409, 'messages.send', { channel: 'wa', to, message: 'x' }],
      ['invalid_after', 400, 'events.list', { after: 'evt_00000000000000000000000000' }],
      [
        'invalid_idempotency_key',
        400,
        'messages.send',
        { channel: 'wa', to, message: 'x' },
        { idempotency_key: 'k'.repeat(256) },
      ],
    ])('%s is read from an answer of Parley', async (code, status, method, input, rest) => {
      const { ok, error } = await ask(method, input, rest);
      expect([ok, error]).toMatchObject([
        false,
        {
          ...{ kind: 'api', code, status, request_id: expect.stringMatching(/^req_/) },
          doc_url: expect.stringMatching(/^http.*\/docs\/errors\/#[a-z_-]+$/),
        },
      ]);
      if (code.startsWith('missing_') || code === 'invalid_channel') expect(error?.details).not.toEqual([]);
    });

    test('graph_error and provider_timeout of the platform are not retried', async () => {
      const { system, tenant, proxy, useTenant } = getFixture();
      await useTenant(tenant);
      for (const [fault, code] of [
        [{ mode: 'error', code: 131026 }, 'graph_error'],
        [{ mode: 'hang' }, 'provider_timeout'],
      ] as const) {
        await system.sandbox.failNext({ provider: 'wa', ...fault, match: { to } });
        proxy.script();
        const { error } = await ask('messages.send', { channel: 'wa', to, template: TEMPLATE });
        expect(error).toMatchObject({ kind: 'api', code });
        expect(proxy.seen()).toHaveLength(1);
      }
    });

    test('errors of the key, the plan, the credit and the channels of a key', async () => {
      const { system, tenant, useTenant } = getFixture();
      await useTenant({ ...tenant, apiKey: 'unknown' });
      expect((await ask('account.status')).error).toMatchObject({ code: 'invalid_api_key', status: 401 });
      const poor = await makeTenant(system, { balance: '0' });
      await useTenant(poor);
      const send = { channel: 'wa', to, template: TEMPLATE };
      expect((await ask('messages.send', send)).error).toMatchObject({ code: 'insufficient_balance', status: 402 });
      expect((await ask('sessions.create', { label: 'x' })).error).toMatchObject({ code: 'channel_not_allowed' });
      await poor.admin('PATCH', '', { plan: 'hobby' });
      await pollUntil(async () => (await ask('channels.list')).error?.code === 'plan_not_eligible' || null, {
        what: () => 'the plan to be refused',
      });
    });

    test('idempotency_mismatch of a key that was used for another body', async () => {
      const { tenant, useTenant } = getFixture();
      await useTenant(tenant);
      const key = { idempotency_key: uniqueDigits('key') };
      const first = await ask('messages.send', { channel: 'wa', to, template: TEMPLATE }, key);
      expect((await ask('messages.send', { channel: 'wa', to, template: TEMPLATE }, key)).result).toEqual(first.result);
      const other = { channel: 'wa', to, template: { ...TEMPLATE, variables: ['c', 'd'] } };
      expect((await ask('messages.send', other, key)).error).toMatchObject({
        code: 'idempotency_mismatch',
        status: 422,
      });
    });

    test('every code of the document is read from an answer of the proxy', async () => {
      const { tenant, proxy, useTenant } = getFixture();
      await useTenant(tenant, { max_retries: 0 });
      for (const code of CODES) {
        proxy.script({
          status: 418,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ok: false, error: code, message: 'No.', request_id: 'req_1' }),
        });
        expect((await ask('account.status')).error).toMatchObject({
          kind: 'api',
          code,
          status: 418,
          request_id: 'req_1',
        });
      }
    });

    test('an answer that does not come from Parley is unexpected_answer', async () => {
      const { proxy } = getFixture();
      for (const status of [200, 404, 502]) {
        proxy.script({ status, body: '<html>' });
        expect((await ask('account.status')).error).toMatchObject({ kind: 'api', code: 'unexpected_answer', status });
      }
    });
  });
}
