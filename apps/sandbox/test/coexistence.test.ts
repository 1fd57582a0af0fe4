import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

// docs/reference/wa.md#coexistence, as the platform answers
const [WABA, PHONE] = ['524126980791429', '106540352242999'];
const STARTS_AT = Date.parse('2026-09-01T12:00:00Z');
let clockMs = 0;
let box: Awaited<ReturnType<typeof openSandbox>>;
const put = (given: Record<string, unknown>) =>
  box.call('POST', '/sandbox/accounts/wa', { waba_id: WABA, token: 'own-token', phone_number_id: PHONE, ...given });
beforeEach(async () => {
  clockMs = STARTS_AT;
  box = await openSandbox({ now: () => clockMs });
  await put({ is_on_biz_app: true, onboarded_at: '2026-09-01T12:00:00Z' });
});
afterEach(() => box.sandbox.close());

const post = (path: string, body: Record<string, unknown>) => box.graph('POST', `/${PHONE}/${path}`, body, 'own-token');
const request = (sync_type: string) => post('smb_app_data', { messaging_product: 'whatsapp', sync_type });

it('shows that the app uses the number', async () => {
  const { body } = await box.graph('GET', `/${PHONE}?fields=is_on_biz_app,platform_type`, undefined, 'own-token');
  expect(body).toEqual({ id: PHONE, is_on_biz_app: true, platform_type: 'CLOUD_API' });
});

it('accepts a request for contacts and one for chats, each once', async () => {
  expect((await request('smb_app_state_sync')).body.request_id).toMatch(/^AMZ/);
  expect((await request('history')).status).toBe(200);
  const again = await request('history');
  expect([again.status, again.body.error.code]).toEqual([400, 2593107]);
  expect((await request('calls')).body.error.code).toBe(100);
});

it('refuses a request after a day, and one of a number that is not on the app', async () => {
  clockMs = STARTS_AT + 24 * 3_600_000 + 1;
  expect((await request('history')).body.error.code).toBe(2593108);
  await put({ is_on_biz_app: false });
  expect((await request('history')).body.error.code).toBe(100);
});

it('refuses to register and to deregister the number', async () => {
  expect((await post('register', { messaging_product: 'whatsapp', pin: '123456' })).status).toBe(400);
  expect((await post('deregister', {})).status).toBe(400);
});

it('accepts twenty messages a second', async () => {
  const send = () =>
    post('messages', { messaging_product: 'whatsapp', to: '16505551234', type: 'text', text: { body: 'Hi' } });
  for (let sent = 0; sent < 20; sent++) expect((await send()).status).toBe(200);
  expect((await send()).body.error.code).toBe(130429);
  clockMs += 1000;
  expect((await send()).status).toBe(200);
});
