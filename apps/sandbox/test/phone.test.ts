import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';
import { until } from './until.ts';

const WA = { channel: 'wa', account: '106540352242922', person: '16505551234' };
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox({ consoleUrls: ['http://127.0.0.1:8080', 'https://parley.example/'] });
});
afterEach(() => box.close());

const act = (given: Record<string, unknown>, chat = WA) =>
  box.call('POST', '/sandbox/phone/acts', { ...chat, name: 'Ann', act: given });
const fault = (name: string, chat = WA) => box.call('POST', '/sandbox/phone/faults', { ...chat, fault: name });
const chat = async (about = WA) => (await box.call('GET', `/sandbox/phone/chat?${new URLSearchParams(about)}`)).body;
const answer = (body: Record<string, unknown>) =>
  box.graph('POST', `/${WA.account}/messages`, { messaging_product: 'whatsapp', to: WA.person, ...body });

/** Shows a typing indicator, in each platform's way. */
async function showTyping({ channel, account, person }: typeof WA): Promise<void> {
  if (channel === 'tg') {
    await box.telegram('sendChatAction', { chat_id: person, action: 'typing' });
    return;
  }
  if (channel === 'fb') {
    const sign = { recipient: { id: person }, sender_action: 'typing_on' };
    await box.graph('POST', `/${account}/messages`, sign, 'sandbox-page-token');
    return;
  }
  const owner = encodeURIComponent(account);
  const { body } = await box.call('POST', `/sandbox/accounts/tt/${owner}/tokens`, { state: 'issue' });
  const { conversation } = (await box.call('PUT', `/sandbox/customers/tt/${encodeURIComponent(person)}`, {})).body;
  const sign = { business_id: account, recipient_type: 'CONVERSATION', recipient: conversation.id };
  await box.call(
    'POST',
    '/open_api/v1.3/business/message/send/',
    { ...sign, message_type: 'SENDER_ACTION', sender_action: 'TYPING' },
    { 'access-token': body.tokens.access_token },
  );
}

describe('the test phone', () => {
  it('writes as the customer, and shows the answer with the customer’s reaction', async () => {
    expect((await act({ type: 'text', text: '<b>Hello</b>' })).status).toBe(200);
    const hook = await until(() => box.hooks[0]);
    expect(hook.raw.toString()).toContain('<b>Hello<\\/b>');
    const { body } = await answer({ type: 'text', text: { body: 'At your service' } });
    const target = body.messages[0].id;
    await act({ type: 'reaction', target, emoji: '👍' });
    const { bubbles } = await chat();
    expect(bubbles).toMatchObject([
      { own: true, text: '<b>Hello</b>', taken: true },
      { own: false, text: 'At your service', id: target, reaction: '👍' },
    ]);
    await until(() => box.hooks.find(({ raw }) => raw.includes('"reaction"')));
    expect((await chat({ ...WA, person: '16505550000' })).bubbles).toEqual([]);
  });

  it('edits its message, and revokes it', async () => {
    await act({ type: 'text', text: 'Helo' });
    const [{ id: target }] = (await chat()).bubbles;
    await act({ type: 'edit', target, text: 'Hello' });
    expect((await chat()).bubbles).toMatchObject([{ text: 'Hello', changed: 'edit' }]);
    await act({ type: 'revoke', target });
    expect((await chat()).bubbles).toMatchObject([{ text: null, changed: 'revoke' }]);
    await until(() => box.hooks.find(({ raw }) => raw.includes('"revoke"')));
    expect(box.hooks.find(({ raw }) => raw.includes('"edit"'))?.raw.toString()).toContain(target);
    const onTelegram = { ...WA, channel: 'tg', account: '110201543', person: '5550001' };
    expect((await act({ type: 'revoke', target: '5550001:1' }, onTelegram)).body.error).toBe('no_such_act');
  });

  it('shows that the account is typing, until its message arrives', async () => {
    await act({ type: 'text', text: 'Hello' });
    const [{ id }] = (await chat()).bubbles;
    expect((await chat()).typing).toBe(false);
    await box.graph('POST', `/${WA.account}/messages`, {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: id,
      typing_indicator: { type: 'text' },
    });
    expect((await chat()).typing).toBe(true);
    await answer({ type: 'text', text: { body: 'Here I am' } });
    expect((await chat()).typing).toBe(false);
  });

  it('sends and shows photos, and offers any other file as a download that cannot run', async () => {
    const { id } = (await box.call('POST', '/sandbox/media', { base64: PNG, mime_type: 'image/png' })).body;
    await act({ type: 'photo', file: id, text: 'Look' });
    const page = Buffer.from('<script>alert(1)</script>').toString('base64');
    const hostile = (await box.call('POST', '/sandbox/media', { base64: page, mime_type: 'image/png' })).body.id;
    await answer({ type: 'image', image: { id: hostile } });
    const { bubbles } = await chat();
    expect(bubbles).toMatchObject([
      { own: true, kind: 'image', text: 'Look' },
      { own: false, kind: 'image' },
    ]);
    const [own, theirs] = await Promise.all(
      bubbles.map(({ picture }: { picture: string }) => fetch(box.sandbox.url + picture)),
    );
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(theirs.headers.get('content-type')).toBe('application/octet-stream');
    expect(theirs.headers.get('content-disposition')).toContain('attachment');
    expect(theirs.headers.get('content-security-policy')).toContain('sandbox');
    expect((await act({ type: 'photo', file: 'nothing' })).status).toBe(404);
  });

  it('writes a comment and replies below it, if there are posts', async () => {
    const fb = { channel: 'fb', account: '1908000000001', person: '24004500000001' };
    await act({ type: 'comment', text: 'How much?' }, fb);
    const [{ id }] = (await chat(fb)).comments;
    await act({ type: 'comment', text: 'And in blue?', parent_id: id }, fb);
    expect((await chat(fb)).comments).toMatchObject([
      { text: 'How much?', writer: 'Ann', parent: null, byAccount: false },
      { text: 'And in blue?', parent: id },
    ]);
    const tt = { channel: 'tt', account: '-000demoAccountOfTheSandbox', person: 'person/1=' };
    await act({ type: 'comment', text: 'Nice' }, tt);
    expect((await chat(tt)).comments).toMatchObject([{ text: 'Nice', writer: 'Ann', byAccount: false }]);
    expect((await act({ type: 'comment', text: 'Where?' })).body.error).toBe('no_such_act');
  });

  it('lists the accounts and the faults of every channel', async () => {
    for (const channel of ['wa', 'tg', 'fb', 'ig', 'tt']) {
      const { accounts, faults } = (await box.call('GET', `/sandbox/phone/accounts?channel=${channel}`)).body;
      expect(accounts, channel).toHaveLength(1);
      expect(faults).toContain('refused');
    }
    expect((await box.call('GET', '/sandbox/phone/accounts?channel=sms')).status).toBe(400);
  });

  it('simulates a closed window, blocking, refusals and broken connections', async () => {
    await act({ type: 'text', text: 'Hello' });
    await fault('refused');
    const refused = await answer({ type: 'text', text: { body: '1' } });
    expect([refused.status, refused.body.error.code]).toEqual([400, 131026]);
    await fault('unreachable');
    await expect(answer({ type: 'text', text: { body: '2' } })).rejects.toThrow();
    await fault('window_over');
    await answer({ type: 'text', text: { body: '3' } });
    await until(() => box.hooks.find(({ raw }) => raw.includes('131047')));
    await act({ type: 'text', text: 'Hello again' });
    await fault('blocked');
    await answer({ type: 'text', text: { body: '4' } });
    await until(() => box.hooks.find(({ raw }) => raw.includes('131026')));
    expect((await fault('window_over', { ...WA, channel: 'tg' })).body.error).toBe('no_such_fault');
  });

  it('sends receipts in the wrong order, and none beyond the first while it is offline', async () => {
    const statuses = () =>
      box.hooks.flatMap(({ raw }) => [...raw.toString().matchAll(/"status":"(\w+)"/g)].map(([, status]) => status));
    await act({ type: 'text', text: 'Hello' });
    await fault('receipts_reversed');
    await answer({ type: 'text', text: { body: '1' } });
    await until(() => statuses().length === 3);
    expect(statuses()).toEqual(['read', 'delivered', 'sent']);
    await fault('phone_offline');
    await answer({ type: 'text', text: { body: '2' } });
    await until(() => statuses().length === 4);
    await until(async () => (await box.call('GET', '/sandbox/state')).body.pending.receipts === 0);
    expect(statuses().slice(3)).toEqual(['sent']);
  });

  it('sends receipts at once again, even while late ones are still due', async () => {
    await act({ type: 'text', text: 'Hello' });
    await box.call('PUT', '/sandbox/settings', { receipt_delay_ms: 3_600_000 });
    const { id: late } = (await answer({ type: 'text', text: { body: '1' } })).body.messages[0];
    await fault('receipts_prompt');
    const { id: prompt } = (await answer({ type: 'text', text: { body: '2' } })).body.messages[0];
    await until(() => box.hooks.find(({ raw }) => raw.includes('"read"') && raw.includes(prompt)));
    expect(box.hooks.some(({ raw }) => raw.includes(late))).toBe(false);
  });

  it.each([
    ['tg', '110201543', '5550001'],
    ['fb', '1908000000001', '24004500000001'],
    ['tt', '-000demoAccountOfTheSandbox', 'person/1='],
  ])('shows that the account is typing on %s', async (channel, account, person) => {
    const about = { channel, account, person };
    await act({ type: 'text', text: 'Hello' }, about);
    await showTyping(about);
    expect((await chat(about)).typing).toBe(true);
    expect((await chat({ ...about, person: '1' })).typing).toBe(false);
  });

  it('shows reactions, read marks, edits and deletions of the account', async () => {
    await act({ type: 'text', text: 'Hello' });
    const [own] = (await chat()).bubbles;
    expect(own).toMatchObject({ read: false, answer: null });
    await answer({ type: 'reaction', reaction: { message_id: own.id, emoji: '👍' } });
    await box.graph('POST', `/${WA.account}/messages`, {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: own.id,
    });
    expect((await chat()).bubbles).toMatchObject([{ id: own.id, read: true, answer: '👍' }]);
    await answer({ type: 'reaction', reaction: { message_id: own.id, emoji: '' } });
    expect((await chat()).bubbles).toMatchObject([{ id: own.id, answer: null }]);

    const about = { channel: 'tg', account: '110201543', person: '5550001' };
    await act({ type: 'text', text: 'Hello' }, about);
    const send = async (text: string): Promise<number> =>
      (await box.telegram('sendMessage', { chat_id: about.person, text })).body.result.message_id;
    const [kept, gone] = [await send('first'), await send('second')];
    await box.telegram('editMessageText', { chat_id: about.person, message_id: kept, text: 'new' });
    await box.telegram('deleteMessage', { chat_id: about.person, message_id: gone });
    expect((await chat(about)).bubbles.slice(1)).toMatchObject([
      { text: 'new', changed: 'edit' },
      { text: null, changed: 'revoke' },
    ]);
  });

  it('clears its messages when the sandbox is reset', async () => {
    await act({ type: 'text', text: 'Hello' });
    await box.call('POST', '/sandbox/reset');
    expect((await chat()).bubbles).toEqual([]);
  });

  it('is a page without inline or external resources, framed only by the console', async () => {
    const page = await fetch(`${box.sandbox.url}/sandbox/phone`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy.split('; ').at(-1)).toBe(
      "frame-ancestors 'self' http://127.0.0.1:8080 http://localhost:8080 https://parley.example",
    );
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    for (const path of named) expect((await fetch(box.sandbox.url + path)).status, path).toBe(200);
    expect(named).toHaveLength(2);
  });
});

describe('the control API', () => {
  const write = (headers: Record<string, string>, path = '/sandbox/reset') =>
    fetch(box.sandbox.url + path, { method: 'POST', headers, body: '{}' });
  const json = { 'content-type': 'application/json' };

  it('refuses pages of other origins, however they write the path', async () => {
    for (const origin of ['https://evil.example', 'null', `http://rebound.example:${box.sandbox.port}`]) {
      expect((await write({ ...json, origin })).status, origin).toBe(403);
      expect((await write({ ...json, origin }, '/%73andbox/reset')).status, origin).toBe(403);
    }
    expect((await write({ ...json, origin: box.sandbox.url })).status).toBe(200);
    expect((await write({ ...json, origin: `http://localhost:${box.sandbox.port}` })).status).toBe(200);
    expect((await write(json)).status).toBe(200);
  });

  it('accepts only JSON, which no page can send across origins without a preflight', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect((await write({ 'content-type': type })).status, type).toBe(415);
  });
});
