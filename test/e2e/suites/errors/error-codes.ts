import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { pollUntil } from '@parley/testing/poll-until';
import { request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { connectTiktok, makeLink } from '../../../support/channels/connect-channels.ts';
import { linkDevice } from '../../../support/channels/linked-devices.ts';
import { sendTooFast, sendWhileRestricted } from '../../../support/channels/new-chats.ts';
import { type Answer, callJson } from '../../../support/requests/call-json.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import { makeBot } from '../channels/telegram.ts';
import type { GetSystem } from '../get-system.ts';
import { botErrorCodes } from './bot-error-codes.ts';
import { consoleErrorCodes } from './console-error-codes.ts';
import { fileErrorCodes } from './file-error-codes.ts';

/** A defect, and a part that is down: the bus's own suites produce both. A public demo has a test of its own. */
const NEVER = ['internal_error', 'service_unavailable', 'demo_closed', 'demo_full', 'demo_limit_reached'];

const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };

const readAnswer = async (incoming: IncomingMessage): Promise<Answer> => {
  incoming.setEncoding('utf8');
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: JSON.parse(text) };
};

/** A request whose headers never end. */
const sendHalf = (origin: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n'));
    let said = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
    });
    socket.once('error', reject).once('close', () => {
      const [head = '', body = ''] = said.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(lines.map((line) => line.split(': ')));
      resolve({ status: Number(first.split(' ')[1]), headers, body: body ? JSON.parse(body) : null });
    });
  });

const expectMiracles = (origin: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    httpRequest(origin, { headers: { expect: 'miracles' }, agent: false })
      .once('response', (incoming) => readAnswer(incoming).then(resolve, reject))
      .once('error', reject)
      .end();
  });

/** Every error code of the catalogue (docs/reference/errors.md). */
export function errorCodes(getSystem: GetSystem): void {
  describe('error codes', () => {
    const seen = new Set<string>();
    const produces = (answer: Answer, code: keyof typeof ERROR_CATALOGUE): void => {
      expect(answer).toMatchObject({ status: ERROR_CATALOGUE[code].status, body: { ok: false, error: code } });
      expect(answer.body.message).toBeTruthy();
      expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
      seen.add(code);
    };

    test('of the gateway: keys, actions, methods, bodies', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      produces(await expectMiracles(system.origin), 'expectation_failed');
      const raw = (headers: Record<string, string>, body: string) =>
        request(`${tenant.base}?action=send`, {
          method: 'POST',
          headers: { 'x-api-key': tenant.apiKey, ...headers },
          body,
        }).then(async (a) => ({ status: a.statusCode, headers: a.headers, body: await a.body.json() }) as Answer);
      produces(await callJson('GET', `${tenant.base}?action=status`), 'missing_api_key');
      produces(await callJson('GET', `${tenant.base}?action=status`, { token: 'nobody' }), 'invalid_api_key');
      produces(await callJson('GET', tenant.base, { token: tenant.apiKey }), 'missing_action');
      produces(await tenant.get('fly'), 'unknown_action');
      const mute = await tenant.admin('POST', '/keys', { label: 'mute', channels: ['wa'], mcp_enabled: false });
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      produces(
        await callJson('POST', `${tenant.base}mcp`, { token: mute.body.api_key, body: ping }),
        'mcp_not_allowed',
      );
      produces(await tenant.get('conversations'), 'read_not_allowed');
      const url = 'http://127.0.0.1:9/own';
      produces(await tenant.post('set-webhook', { url }), 'set_webhook_not_allowed');
      await tenant.admin('PATCH', `/keys/${tenant.instanceId}`, { set_webhook_enabled: true });
      produces(await tenant.post('set-webhook', { url }), 'webhook_in_use');
      const wrongMethod = await tenant.get('send');
      produces(wrongMethod, 'method_not_allowed');
      expect(wrongMethod.headers.allow).toBe('POST');
      produces(await raw({ 'content-type': 'text/plain' }, 'hello'), 'unsupported_media_type');
      produces(await raw({ 'content-type': 'application/json' }, '{"channel":'), 'invalid_json');
      produces(
        await raw({ 'content-type': 'application/json' }, `{"x":"${'y'.repeat(1024 * 1024)}"}`),
        'payload_too_large',
      );
      produces(await callJson('GET', `${system.origin}/nowhere/at/all`), 'unknown_route');
      produces(await callJson('GET', `${system.origin}/api/admin/tenants`), 'missing_admin_token');
      produces(
        await callJson('GET', `${system.origin}/api/admin/tenants`, { token: 'x'.repeat(20) }),
        'invalid_admin_token',
      );
      produces(
        await callJson('POST', `${system.origin}/hooks/meta`, {
          body: {},
          headers: { 'x-hub-signature-256': 'sha256=00' },
        }),
        'invalid_signature',
      );
      produces(
        await callJson('GET', `${system.origin}/hooks/meta?hub.mode=subscribe&hub.verify_token=no&hub.challenge=1`),
        'invalid_verify_token',
      );
      produces(await tenant.post('create-session', { label: 'x' }), 'channel_not_allowed');
      const edit = { channel: 'wa', message_id: '1', message: 'x' };
      produces(await tenant.post('edit-message', edit), 'unsupported_content');
    });

    test('of limits: rate, plan, credit', async () => {
      const system = getSystem();
      const slow = await makeTenant(system, { rateLimitPerMinute: 3, connectWa: false });
      for (let i = 0; i < 3; i++) expect((await slow.get('status')).status).toBe(200);
      const limited = await slow.get('status');
      produces(limited, 'rate_limited');
      expect(Number(limited.headers['retry-after'])).toBe(limited.body.retry_after);
      const tenant = await makeTenant(system, { balance: '0' });
      produces(
        await tenant.post('send', { channel: 'wa', to: uniqueDigits('16'), template: TEMPLATE }),
        'insufficient_balance',
      );
      const hobby = await makeTenant(system, { connectWa: false });
      await hobby.admin('PATCH', '', { plan: 'hobby' });
      await pollUntil(async () => (await hobby.get('channels')).status === 403 || null, {
        what: () => 'the plan to be refused',
      });
      produces(await hobby.get('channels'), 'plan_not_eligible');
    });

    test('of messages and channels', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const offer = { name: 'offer', language: 'en' };
      await system.sandbox.graph.whatsapp.putAccount({
        waba_id: tenant.wabaId,
        templates: [{ ...offer, category: 'MARKETING', body: 'New today.' }],
      });
      const to = uniqueDigits('16');
      produces(await tenant.post('send', { channel: 'wa', to, message: 'x' }), 'no_existing_conversation');
      produces(await tenant.get('message', { message_id: '999999999' }), 'unknown_message');
      const sent = await tenant.post('send', { channel: 'wa', to: uniqueDigits('16'), template: TEMPLATE });
      const { message_id } = sent.body;
      await tenant.customerWrites(to, { text: 'stop' });
      produces(await tenant.post('send', { channel: 'wa', to, template: { name: 'nowhere' } }), 'opted_out');
      await tenant.customerWrites(to, { text: 'start' });
      produces(await tenant.post('cancel-send', { channel: 'wa', message_id }), 'not_scheduled');
      produces(await tenant.post('disconnect-channel', { channel: 'tg', id: '1' }), 'not_connected');
      await system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131026, match: { to } });
      produces(await tenant.post('send', { channel: 'wa', to, template: TEMPLATE }), 'graph_error');
      await system.sandbox.failNext({ provider: 'wa', mode: 'hang', match: { to } });
      produces(await tenant.post('send', { channel: 'wa', to, template: TEMPLATE }), 'provider_timeout');
      await system.sandbox.failNext({ provider: 'wa', mode: 'error', code: 131049, match: { to } });
      produces(await tenant.post('send', { channel: 'wa', to, template: offer }), 'graph_error');
      produces(await tenant.post('send', { channel: 'wa', to, template: offer }), 'marketing_limited');
      const template = { channel: 'wa', name: 'order_update', language: 'en', body: { text: 'Hello' } };
      produces(await tenant.post('create-template', { ...template, category: 'UTILITY' }), 'template_exists');
      produces(await tenant.post('update-template', { ...template, name: 'nowhere' }), 'unknown_template');
      produces(await tenant.post('connect-telegram', { bot_token: `9:${'B'.repeat(35)}` }), 'invalid_bot_token');
      const bot = await makeBot(system);
      await tenant.post('connect-telegram', { bot_token: bot.token });
      const other = await makeTenant(system);
      produces(await other.post('connect-telegram', { bot_token: bot.token }), 'already_connected');
      produces(await tenant.post('send', { channel: 'tg', to: '424242', message: 'x' }), 'telegram_error');
      const key = { 'idempotency-key': 'k1' };
      const slow = uniqueDigits('16');
      await system.sandbox.failNext({ provider: 'wa', mode: 'delay', delay_ms: 1200, match: { to: slow } });
      // Which of two concurrent requests comes first is open: the other one is idempotency_in_progress.
      const both = await Promise.all(
        [1, 2].map(() => tenant.post('send', { channel: 'wa', to: slow, template: TEMPLATE }, key)),
      );
      const [refused, accepted] = both.toSorted((a, b) => b.status - a.status);
      if (!refused || !accepted) throw new Error('Two requests have two answers.');
      produces(refused, 'idempotency_in_progress');
      expect(accepted.status).toBe(200);
      produces(await tenant.post('send', { channel: 'wa', to, template: TEMPLATE }, key), 'idempotency_mismatch');
    });

    test('of links, comments and linked devices', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { channels: ['wd', 'fb', 'tt'], connectWa: false });
      produces(await makeLink(tenant, 'fb', 'http://example.com/done'), 'bad_redirect_url');
      produces(await tenant.post('comment-reply', { comment_id: '1_2', message: 'hi' }), 'unknown_comment');
      const { openId } = await connectTiktok(system, tenant);
      const { comment_id: commentId } = await system.sandbox.tiktok.customerComments('somebody', {
        account: openId,
        webhook: true,
      });
      await webhookOf(tenant, 'comment.received');
      const both = { comment_id: commentId, message: 'hi', private_message: 'psst' };
      produces(await tenant.post('comment-reply', both), 'private_message_not_supported');
      await system.sandbox.channel('tt').customerWrites('somebody', { account: openId, type: 'text', text: 'hi' });
      await webhookOf(tenant, 'message.received');
      const refusal = { code: 40051, description: 'Not now, says TikTok.' };
      await system.sandbox.failNext({
        provider: 'tt',
        mode: 'error',
        ...refusal,
        match: { to: await system.sandbox.tiktok.conversationOf('somebody', openId) },
      });
      const refused = await tenant.post('send', { channel: 'tt', to: 'somebody', message: 'x' });
      produces(refused, 'tiktok_error');
      expect(refused.body.message).toBe(refusal.description);

      produces(await tenant.get('session-status', { session_token: `wds_${'x'.repeat(32)}` }), 'unknown_session');
      const linked = await linkDevice(system, tenant);
      const owner = uniqueDigits('1779');
      const theirs = await system.sandbox.devices.makeGroup({
        subject: 'Theirs',
        owner,
        participants: [linked.number],
      });
      produces(await tenant.get('group-invite', { group_id: theirs.id }), 'not_group_admin');
      produces(await tenant.get('group', { group_id: '120363999999999999@g.us' }), 'unknown_group');
      const full = await system.sandbox.devices.makeGroup({ subject: 'Full', owner, participants: [], size_limit: 1 });
      produces(await tenant.post('join-group', { invite: full.invite_code }), 'group_full');
      const crowded = await makeTenant(system, { channels: ['wd'], connectWa: false });
      // The default of PARLEY_MAX_UNPAIRED_SESSIONS.
      const open = () => crowded.post('create-session', { label: 'Shop' });
      for (const opened of await Promise.all(Array.from({ length: 20 }, open))) expect(opened.status).toBe(200);
      const oneTooMany = await open();
      produces(oneTooMany, 'too_many_sessions');
      expect(Number(oneTooMany.headers['retry-after'])).toBe(oneTooMany.body.retry_after);
      produces(await tenant.admin('GET', '/quarantine/999999999'), 'unknown_quarantined');
      produces(await tenant.admin('POST', '/move-ins/999999999/start'), 'unknown_move_in');
      const to = uniqueDigits('1778');
      await system.sandbox.devices.putPhone({ number: to });
      await system.sandbox.devices.failNextSends({ mode: 'nack', code: 463, to });
      const rejected = await tenant.post('send', { channel: 'wd', to, message: 'x' });
      produces(rejected, 'device_error');
      expect(rejected.body.provider).toMatchObject({ name: 'device', code: '463' });
      produces(await sendTooFast(system, tenant, linked), 'paced');
      produces(await sendWhileRestricted(system, tenant, linked), 'account_restricted');
    });

    test('of the operator’s side', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system);
      const admin = (path: string) =>
        callJson('GET', `${system.origin}/api/admin${path}`, { token: system.adminToken });
      produces(await admin('/tenants/nobody-here'), 'unknown_tenant');
      produces(
        await callJson('POST', `${system.origin}/api/admin/tenants`, {
          token: system.adminToken,
          body: { slug: tenant.slug },
        }),
        'slug_taken',
      );
      produces(await tenant.admin('PATCH', '/keys/ins_0000000000000000', { enabled: false }), 'unknown_key');
      produces(await tenant.admin('PATCH', '/conversations/999999', { status: 'open' }), 'unknown_conversation');
      produces(await tenant.admin('GET', '/deliveries/999999999'), 'unknown_delivery');
      produces(await tenant.admin('DELETE', '/contacts/2000000000'), 'unknown_contact');
      produces(await tenant.admin('DELETE', '/recipients/2000000000'), 'unknown_recipient');
      const erasure = `${getSystem().origin}/api/admin/erasures/ers_0000000000000000`;
      produces(await callJson('GET', erasure, { token: getSystem().adminToken }), 'unknown_erasure');
      const forbidden = 'http://169.254.169.254/';
      for (const refused of [
        await tenant.admin('POST', '/keys', { label: 'k', channels: ['wa'], webhook_url: forbidden }),
        await tenant.admin('PUT', '/platform-webhook', { url: forbidden }),
      ])
        produces(refused, 'invalid_webhook_url');
      produces(await tenant.admin('GET', '/platform-webhook'), 'unknown_platform_webhook');
      const sendAt = new Date(Date.now() + 3_600_000).toISOString();
      await tenant.post('send', { channel: 'wa', to: uniqueDigits('16'), template: TEMPLATE, send_at: sendAt });
      produces(await tenant.admin('DELETE', `/keys/${tenant.instanceId}`), 'scheduled_messages_waiting');
      const mostKeys = 50;
      for (let made = 0; made < mostKeys; made++) await tenant.admin('POST', '/keys', { label: 'k', channels: ['wa'] });
      produces(await tenant.admin('POST', '/keys', { label: 'k', channels: ['wa'] }), 'plan_limit_reached');
    });

    botErrorCodes(getSystem, produces);
    fileErrorCodes(getSystem, produces);

    consoleErrorCodes(getSystem, produces);

    // The server waits ten seconds for the rest of a request.
    test('of an incomplete request: it is ended', async () => {
      produces(await sendHalf(getSystem().origin), 'request_timeout');
    });

    // biome-ignore lint/correctness/noEmptyPattern: vitest accepts nothing else before the suite
    afterAll(({}, { tasks }) => {
      // A run that selects tests by name sees only some of the codes.
      if (tasks.some(({ mode }) => mode === 'skip')) return;
      const all = Object.keys(ERROR_CATALOGUE).filter((code) => !NEVER.includes(code));
      expect([...seen].sort()).toEqual(all.sort());
    });
  });
}
