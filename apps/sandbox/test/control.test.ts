import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture, openSandbox } from './open-sandbox.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox({ receipts: 'off' });
  await box.call('PUT', '/sandbox/settings', { window: 'off' });
});
afterEach(() => box.close());

const send = (to = '16505551234', id = '1', signal?: AbortSignal) =>
  fetch(`${box.sandbox.url}/v23.0/106540352242922/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-wa-token', 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', to, text: { body: 'x' }, biz_opaque_callback_data: id }),
    ...(signal ? { signal } : {}),
  });
const fault = (more: Record<string, unknown>) => box.call('POST', '/sandbox/faults', { provider: 'wa', ...more });
const sent = async () => (await box.call('GET', '/sandbox/sent')).body;

describe('faults', () => {
  it('hit as many matching requests as requested, and no others', async () => {
    await fault({
      mode: 'status',
      status: 503,
      body: { down: true },
      times: 2,
      match: { to: '+16505551234', path: '/messages' },
    });
    expect((await send('19995551234')).status).toBe(200);
    expect((await send()).status).toBe(503);
    expect((await send()).status).toBe(503);
    expect((await send()).status).toBe(200);
    expect((await sent()).count).toBe(2);
  });

  it('use the provider’s own format for limits and errors', async () => {
    await fault({ mode: 'rate_limit' });
    const limited = await send();
    const { error } = (await limited.json()) as { error: Record<string, unknown> };
    expect({ status: limited.status, ...error, fbtrace_id: 0 }).toEqual({
      status: 429,
      ...fixture('wa/api-error-130429').error,
      fbtrace_id: 0,
    });
    await fault({ mode: 'error', code: 131056 });
    expect(await (await send()).json()).toMatchObject({ error: { code: 131056 } });
    await box.call('POST', '/sandbox/faults', {
      provider: 'tg',
      mode: 'rate_limit',
      retry_after: 30,
      match: { method: 'sendMessage' },
    });
    expect((await box.telegram('getMe')).status).toBe(200);
    expect((await box.telegram('sendMessage', { chat_id: 1, text: 'x' })).body).toEqual(fixture('tg/api-error-429'));
  });

  it('answer HTML, break the connection, or never answer', async () => {
    await fault({ mode: 'html502' });
    const broken = await send();
    expect([broken.status, broken.headers.get('content-type')]).toEqual([502, expect.stringContaining('text/html')]);
    await fault({ mode: 'reset' });
    await expect(send()).rejects.toThrow();
    await fault({ mode: 'hang' });
    await expect(send('16505551234', '1', AbortSignal.timeout(100))).rejects.toThrow();
    expect((await sent()).count).toBe(0);
  });

  it('can lose the answer of an accepted send', async () => {
    await fault({ mode: 'reset', after_accept: true });
    await expect(send('16505551234', 'lost')).rejects.toThrow();
    expect((await sent()).sends[0].callback_data).toBe('lost');
  });

  it('can make an accepted send fail later', async () => {
    await fault({ mode: 'fail_later', code: 131026 });
    expect((await send()).status).toBe(200);
    const hook = await until(() => box.hooks[0]);
    expect(hook.raw.toString()).toContain('"code":131026');
  });

  it('end when they are deleted', async () => {
    await fault({ mode: 'status', status: 500, times: 100 });
    await box.call('DELETE', '/sandbox/faults');
    expect((await send()).status).toBe(200);
  });

  it('are refused if they are invalid', async () => {
    expect((await fault({ mode: 'explode' })).status).toBe(400);
  });
});

describe('the list of sends', () => {
  it('shows duplicates of accepted sends', async () => {
    for (const id of ['a', 'b', 'a']) await send('16505551234', id);
    const { count, distinct, duplicates } = await sent();
    expect({ count, distinct: distinct.callback_data, twice: duplicates.callback_data }).toEqual({
      count: 3,
      distinct: 2,
      twice: { a: 2 },
    });
  });

  it('is empty after a reset, which also restores the seeded accounts', async () => {
    await send();
    await box.call('POST', '/sandbox/accounts/wa', { token: 'other' });
    await box.call('POST', '/sandbox/reset');
    expect((await sent()).count).toBe(0);
    expect((await send()).status).toBe(200);
  });
});

describe('the webhook receiver', () => {
  const post = (body: string | Buffer, signal?: AbortSignal) =>
    fetch(`${box.sandbox.url}/sandbox/receiver/shop`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'x-service-event': 'message.received' },
      body: new Uint8Array(Buffer.from(body)),
      ...(signal ? { signal } : {}),
    });
  const behave = (...behaviours: unknown[]) => box.call('PUT', '/sandbox/receivers/shop', { behaviours });
  const received = async (since = 0) => (await box.call('GET', `/sandbox/received/shop?since=${since}`)).body;

  it('records headers and body byte for byte, in order, and can be read from a position', async () => {
    await post('{"a": 1 , "b":"مرحبا"}');
    await post(Buffer.from([0xff, 0xfe]));
    const all = await received();
    expect(all.requests[0]).toMatchObject({ seq: 1, body: '{"a": 1 , "b":"مرحبا"}', body_encoding: 'utf8' });
    expect(all.requests[0].headers['x-service-event']).toBe('message.received');
    expect(all.requests[1]).toMatchObject({ seq: 2, body: '//4=', body_encoding: 'base64' });
    await post('third');
    expect((await received(all.next)).requests.map(({ body }: { body: string }) => body)).toEqual(['third']);
  });

  it('misbehaves the requested number of times, then behaves well again', async () => {
    await behave(
      { mode: 'status', status: 503, times: 1 },
      { mode: 'redirect', location: 'http://x.example/', times: 1 },
    );
    expect((await post('1')).status).toBe(503);
    const redirect = await post('2');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://x.example/']);
    expect((await post('3')).status).toBe(200);
  });

  it('can hang, drip, reset, or send a huge answer', async () => {
    await behave(
      { mode: 'hang', times: 1 },
      { mode: 'reset', times: 1 },
      { mode: 'drip', times: 1, interval_ms: 5 },
      { mode: 'big_body', bytes: 3_000_000 },
    );
    await expect(post('1', AbortSignal.timeout(100))).rejects.toThrow();
    await expect(post('2')).rejects.toThrow();
    const dripping = await post('3', AbortSignal.timeout(200));
    expect(dripping.status).toBe(200);
    await expect(dripping.text()).rejects.toThrow();
    expect((await (await post('4')).arrayBuffer()).byteLength).toBe(3_000_000);
    expect((await received()).count).toBe(4);
  });
});
