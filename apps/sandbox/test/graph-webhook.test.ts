import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture, openSandbox, shapeOf } from './open-sandbox.ts';
import { until } from './until.ts';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox();
});
afterEach(() => box.close());

const write = (message: Record<string, unknown>) =>
  box.call('POST', '/sandbox/customers/wa/16505551234/messages', { name: 'Sheena Nelson', ...message });
const hookValue = (body: unknown) =>
  (body as { entry: { changes: { value: Record<string, unknown[]> }[] }[] }).entry[0]?.changes[0]?.value;

describe('webhooks of the emulated Cloud API', () => {
  it('posts a customer message byte for byte like the documented one', async () => {
    const expected = fixture('wa/webhook-meta-text-message');
    const message = expected.entry[0].changes[0].value.messages[0];
    const at = new Date(Number(message.timestamp) * 1000).toISOString();
    await write({ text: message.text.body, provider_message_id: message.id, at });
    expected.entry[0].id = '102290129340398';
    expect(box.hooks[0]?.body).toEqual(expected);
    expect(box.hooks[0]?.path).toBe('/hooks/meta');
  });

  it('signs the raw bytes, in which slashes and everything outside ASCII are escaped', async () => {
    await write({ text: 'مرحبا 👍 a/b' });
    const hook = await until(() => box.hooks[0]);
    expect(hook.raw.toString('latin1')).toContain('\\u0645\\u0631\\u062d\\u0628\\u0627 \\ud83d\\udc4d a\\/b');
    const signature = `sha256=${createHmac('sha256', 'secret').update(hook.raw).digest('hex')}`;
    expect(hook.headers['x-hub-signature-256']).toBe(signature);
  });

  it('posts no webhook above 3 MB, and reports that to the person who plays the customer', async () => {
    expect(await write({ text: 'm'.repeat(2_000_000) })).toMatchObject({ status: 200 });
    await until(() => box.hooks[0]);
    const refused = await write({ text: 'م'.repeat(1_000_000) });
    expect(refused).toMatchObject({ status: 413, body: { error: 'webhook_too_large' } });
    expect(box.hooks).toHaveLength(1);
  });

  it.each([
    ['image', { type: 'image', text: 'Taj Mahal' }],
    ['button', { type: 'button', text: 'Unsubscribe', reply_to: 'wamid.x' }],
    [
      'interactive-button-reply',
      { type: 'button_reply', text: 'Cancel', payload: 'cancel-button', reply_to: 'wamid.x' },
    ],
    ['interactive-list-reply', { type: 'list_reply', text: 'a', payload: 'b', description: 'c', reply_to: 'wamid.x' }],
    ['unsupported', { type: 'unsupported' }],
    ['system', { type: 'number_changed', payload: '12195555358' }],
    ['reaction', { type: 'reaction', target: 'wamid.x', emoji: '👍' }],
  ])('gives a customer %s message the documented shape', async (name, message) => {
    await write(message);
    const hook = await until(() => box.hooks[0]);
    expect(shapeOf(hook.body)).toEqual(shapeOf(fixture(`wa/webhook-meta-${name}-message`)));
  });

  it('reports sent, delivered and read of an accepted send, in this order and with the caller’s data', async () => {
    await write({ text: 'hello' });
    const sent = await box.graph('POST', '/106540352242922/messages', {
      messaging_product: 'whatsapp',
      to: '16505551234',
      text: { body: 'hi' },
      biz_opaque_callback_data: '42',
    });
    const statuses = () =>
      box.hooks.flatMap(({ body }) => (hookValue(body)?.statuses ?? []) as Record<string, unknown>[]);
    await until(() => statuses().length === 3);
    expect(statuses().map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']);
    for (const status of statuses()) {
      expect(status).toMatchObject({ id: sent.body.messages[0].id, biz_opaque_callback_data: '42' });
    }
    const plain = ({ biz_opaque_callback_data: _, ...status }: Record<string, unknown>) => shapeOf(status);
    const documented = (name: string) => shapeOf(hookValue(fixture(`wa/webhook-doc-status-${name}`))?.statuses?.[0]);
    expect(plain(statuses()[1] ?? {})).toEqual(documented('delivered-free-service'));
    expect(plain(statuses()[2] ?? {})).toEqual(documented('read-v24-bare'));
  });

  it('keeps reporting receipts after a reset in between', async () => {
    const sendOne = () =>
      box.graph('POST', '/106540352242922/messages', {
        messaging_product: 'whatsapp',
        to: '16505551234',
        text: { body: 'x' },
      });
    await box.call('PUT', '/sandbox/settings', { receipt_delay_ms: 60_000 });
    await sendOne();
    await box.call('POST', '/sandbox/reset');
    await sendOne();
    await until(() => box.hooks.length === 1);
  });

  it('reports the receipts of many sends in few webhooks', async () => {
    await box.call('PUT', '/sandbox/settings', { receipts: 'sent', window: 'off', receipt_delay_ms: 50 });
    const to = (i: number) => ({ messaging_product: 'whatsapp', to: `1650555${1000 + i}`, text: { body: 'x' } });
    await Promise.all(Array.from({ length: 40 }, (_, i) => box.graph('POST', '/106540352242922/messages', to(i))));
    const count = () => box.hooks.reduce((sum, { body }) => sum + (hookValue(body)?.statuses?.length ?? 0), 0);
    await until(() => count() === 40);
    expect(box.hooks.length).toBeLessThan(40);
  });

  it('repeats a webhook until it is answered with 200, and then stops', async () => {
    box.answers.push(500, 204, 200);
    const { body } = await write({ text: 'again' });
    expect(body.callbacks[0]).toMatchObject({ status: 500, will_retry: true });
    await until(() => box.hooks.length === 3);
    expect(new Set(box.hooks.map(({ raw }) => raw.toString())).size).toBe(1);
    await until(async () => (await box.call('GET', '/sandbox/state')).body.pending.callbacks === 0);
    expect(box.hooks.length).toBe(3);
  });

  it('puts a batch of customer messages into one webhook', async () => {
    const { body } = await write({ batch: [{ text: 'one' }, { text: 'two' }, { type: 'image' }] });
    expect(body.provider_message_ids).toHaveLength(3);
    expect(box.hooks).toHaveLength(1);
    expect(hookValue(box.hooks[0]?.body)?.messages).toHaveLength(3);
  });

  it('posts any body with a valid, a forged or no signature', async () => {
    for (const signature of ['valid', 'forged', 'none']) {
      await box.call('POST', '/sandbox/webhooks/raw', { body: { object: 'x' }, signature });
    }
    const valid = `sha256=${createHmac('sha256', 'secret').update('{"object":"x"}').digest('hex')}`;
    const signatures = box.hooks.map(({ headers }) => headers['x-hub-signature-256']);
    expect(signatures[0]).toBe(valid);
    expect(signatures[1]).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(signatures[1]).not.toBe(valid);
    expect(signatures[2]).toBeUndefined();
  });

  it('checks the callback address with the verify token', async () => {
    const { body } = await box.call('POST', '/sandbox/webhooks/verify');
    expect(body).toEqual({ ok: true, status: 200 });
  });

  it('uses a callback origin that is set later', async () => {
    box.sandbox.setCallbackOrigin(null);
    const { body } = await write({ text: 'early' });
    expect(body.callbacks[0]).toMatchObject({ status: 0, will_retry: true });
    box.sandbox.setCallbackOrigin(box.callbackOrigin);
    await until(() => box.hooks.length === 1);
  });

  it('makes the customer answer a send if the settings enable it', async () => {
    await box.call('PUT', '/sandbox/settings', { auto_reply: 'echo', window: 'off', receipts: 'off' });
    await box.graph('POST', '/106540352242922/messages', {
      messaging_product: 'whatsapp',
      to: '16505551234',
      text: { body: 'hi' },
    });
    const hook = await until(() => box.hooks[0]);
    expect(hookValue(hook.body)?.messages?.[0]).toMatchObject({ from: '16505551234', text: { body: 'You wrote: hi' } });
  });
});
