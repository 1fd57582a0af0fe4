import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ControlRefusal, makeSandboxDriver, type SandboxDriver } from '../src/driver/sandbox-driver.ts';
import { SANDBOX_SEED } from '../src/seed.ts';
import { openSandbox } from './open-sandbox.ts';

let box: Awaited<ReturnType<typeof openSandbox>>;
let driver: SandboxDriver;
beforeEach(async () => {
  box = await openSandbox({ receipts: 'off' });
  ({ driver } = box.sandbox);
});
afterEach(() => box.close());

const { whatsapp, bot, page, tiktok } = SANDBOX_SEED;

it('works with a sandbox in another process, and shows the caller its requests', async () => {
  const seen: string[] = [];
  const other = makeSandboxDriver({
    url: box.sandbox.url,
    async request(method, url, body) {
      seen.push(`${method} ${new URL(url).pathname}`);
      const answer = await box.call(method, new URL(url).pathname, body);
      return { status: answer.status, body: answer.body };
    },
  });
  await other.telegram.customerWrites('4001', { text: 'hi' });
  expect(seen).toEqual(['POST /sandbox/customers/tg/4001/messages']);
});

it('throws the sandbox’s refusals', async () => {
  await expect(driver.graph.whatsapp.customerWrites('16505551234', { account: '1', text: 'hi' })).rejects.toThrow(
    ControlRefusal,
  );
  await expect(driver.graph.whatsapp.account('1')).rejects.toThrow('no WhatsApp Business Account 1');
});

it('makes the next requests of a provider fail, and lists the remaining faults', async () => {
  await driver.graph.whatsapp.failNext({ mode: 'status', status: 503, times: 2 });
  await driver.failNext({ provider: 'tg', mode: 'html502' });
  expect((await box.telegram('getMe')).status).toBe(502);
  expect(await driver.armedFaults()).toMatchObject([{ remaining: 2 }]);
  await driver.clearFaults();
  expect(await driver.armedFaults()).toEqual([]);
});

it('changes settings, shows accepted sends, and clears everything on reset', async () => {
  await driver.changeSettings({ window: 'off' });
  await box.telegram('sendMessage', { chat_id: 42, text: 'hello' });
  expect(await driver.calls({ channel: 'tg', to: '42' })).toMatchObject({ count: 1, sends: [{ text: 'hello' }] });
  await driver.reset();
  expect((await driver.calls()).sends).toEqual([]);
});

it('posts custom webhooks and statuses', async () => {
  expect(await driver.postWebhook({ provider: 'wa', body: { any: 'thing' }, signature: 'forged' })).toMatchObject([
    { status: 200 },
  ]);
  await driver.postStatus({ provider_message_id: 'wamid.x', status: 'read' });
  expect(box.hooks).toHaveLength(2);
});

it('drives a webhook receiver', async () => {
  const receiver = driver.receiver('shop');
  await receiver.behave({ mode: 'status', status: 503, times: 1 });
  expect((await fetch(receiver.url, { method: 'POST', body: 'one' })).status).toBe(503);
  expect((await fetch(receiver.url, { method: 'POST', body: 'two' })).status).toBe(200);
  const [first, second] = await receiver.received();
  expect([first?.body, second?.body]).toEqual(['one', 'two']);
  expect(await receiver.received({ since: first?.seq ?? 0 })).toEqual([second]);
});

describe('people on every channel', () => {
  const people = { wa: '16505551234', tg: '4001', fb: '254459191289871', ig: '910000000000001', tt: 'a+/b=' } as const;
  const accounts = {
    wa: whatsapp.phoneNumberId,
    tg: bot.id,
    fb: page.pageId,
    ig: page.instagramId,
    tt: tiktok.openId,
  } as const;

  it.each(['wa', 'tg', 'fb', 'ig', 'tt'] as const)('write, react and can be changed on %s', async (channel) => {
    const account = accounts[channel];
    await driver.channel(channel).describeCustomer(people[channel], { account, reach: 'ok' });
    const written = await driver.channel(channel).customerWrites(people[channel], { account, text: 'hi' });
    expect(written).toMatchObject({ account, from: people[channel], provider_message_id: expect.stringMatching(/./) });
    const target = written.provider_message_id;
    const reacted = await driver.channel(channel).customerReacts(people[channel], { account, target, emoji: '👍' });
    expect(reacted.callbacks).toHaveLength(1);
  });

  it.each(['fb', 'ig', 'tt'] as const)(
    'comment on %s, where the owner writes and comments by hand',
    async (channel) => {
      const account = accounts[channel];
      const profile = driver.profile(channel);
      const asked = await profile.customerComments('700001', { account, text: 'How much?' });
      const answer = await profile.ownerComments(account, { text: 'Ten.', parent_id: asked.comment_id });
      expect(answer).toMatchObject({ parent_id: asked.comment_id, callbacks: [null] });
      const typed = await profile.ownerWrites(people[channel], { account, text: 'by hand' });
      expect(typed.provider_message_id).not.toBe('');
    },
  );
});

describe('Graph', () => {
  it('has business accounts', async () => {
    const account = { waba_id: '77', phone_number_id: '78', number: '15550001111', subscribed: false };
    expect(await driver.graph.whatsapp.putAccount(account)).toMatchObject({ id: '77', subscribed: false });
    expect((await driver.graph.whatsapp.account('77')).numbers).toMatchObject([{ id: '78', number: '15550001111' }]);
  });

  it('has pages, their comments, receipts and dialogs', async () => {
    expect(await driver.graph.putPage({ id: page.pageId, subscribed: true })).toMatchObject({ name: page.pageName });
    expect(await driver.graph.pages()).toHaveLength(1);
    const { comment_id: id } = await driver.graph.messenger.customerComments('700001', { text: 'first' });
    await driver.graph.changeComment(id, { text: 'changed' });
    expect(await driver.graph.comments({ channel: 'fb' })).toMatchObject([{ id, text: 'changed', is_own: false }]);
    await driver.graph.deleteComment(id);
    await driver.graph.messenger.customerSees('700001');
    await driver.graph.messenger.customerReceives('700001');
    await driver.graph.presetDialog({ answer: 'continue' });
    await driver.graph.revokePageTokens(page.pageId);
    const refused = await box.graph('GET', `/${page.pageId}`, undefined, page.pageToken);
    expect(refused.body.error).toMatchObject({ code: 190, error_subcode: 460 });
  });
});

it('has Telegram’s bots with their webhook settings', async () => {
  const token = `777:${'B'.repeat(35)}`;
  expect(await driver.telegram.putBot({ token, username: 'second_bot' })).toMatchObject({ id: 777, webhook: null });
  const url = `${box.callbackOrigin}/hooks/tg/777`;
  await box.call('POST', `/bot${token}/setWebhook`, { url, secret_token: 's', allowed_updates: ['message'] });
  expect(await driver.telegram.bot('777')).toMatchObject({
    webhook: { url, secret_token: 's' },
    allowed_updates: ['message'],
  });
  await expect(driver.telegram.bot('1')).rejects.toThrow(ControlRefusal);
});

it('has TikTok’s accounts, tokens, comments and webhooks', async () => {
  const { openId } = await driver.tiktok.putAccount({ open_id: '-000other' });
  await driver.tiktok.addVideo(openId, { id: '7300000000000000055' });
  const { access_token: token } = await driver.tiktok.issueTokens(openId, ['user.info.basic']);
  const info = () =>
    box.call('GET', `/open_api/v1.3/business/get/?business_id=${openId}`, undefined, { 'access-token': token });
  expect((await info()).body.code).toBe(0);
  await driver.tiktok.endTokens(openId, 'expired');
  expect((await info()).body.code).toBe(40102);
  await driver.tiktok.removeAuthorization(openId);
  expect((await info()).body.code).toBe(40105);
  expect((await driver.tiktok.accounts()).map((account) => account.openId)).toContain(openId);
  const { comment_id: id } = await driver.tiktok.customerComments('ann', { account: openId });
  await driver.tiktok.changeComment(id, { hidden: true });
  expect(await driver.tiktok.comments({ account: openId })).toMatchObject([{ comment_id: id, status: 'HIDDEN' }]);
  await driver.tiktok.deleteComment(id, { webhook: true });
  expect(await driver.tiktok.comments({ account: openId })).toEqual([]);
  const written = await driver.tiktok.customerWrites('ann', { account: openId });
  expect(await driver.tiktok.conversationOf('ann', openId)).toBe(written.conversation_id);
  await driver.tiktok.presetDialog({ account: openId });
  await driver.tiktok.changeSettings({ access_life_seconds: 12 });
  expect(await driver.tiktok.postWebhook({ body: '{}', signature: 'none' })).toMatchObject([{ status: 200 }]);
});

it('stores files for messages', async () => {
  const id = await driver.storeMedia({ base64: 'aGVsbG8=', mime_type: 'text/plain' });
  expect(await (await fetch(`${box.sandbox.url}/messaging_cdn/?asset_id=${id}`)).text()).toBe('hello');
});

it('has phones and groups of the device network', async () => {
  const { devices } = driver;
  await devices.changeSettings({ receipts: 'off' });
  expect(await devices.putPhone({ number: '15550001', name: 'Ann' })).toMatchObject({ name: 'Ann', devices: [] });
  const group = await devices.makeGroup({ subject: 'Team', owner: '15550001', participants: ['15550002'] });
  const changed = await devices.changeGroup(group.id, {
    action: 'promote',
    by: '15550001',
    participants: ['15550002'],
  });
  expect(changed.participants).toHaveLength(2);
  expect((await devices.writes('15550001', { to: '15550002', type: 'text', text: 'hi' })).devices).toEqual([]);
  await devices.confirms('15550001', { to: '15550002', message_ids: ['X'] });
  expect([await devices.taken(), await devices.carried({ limit: 5 })]).toEqual([[], []]);
  expect((await devices.devices()).totals).toMatchObject({ devices: 0, sockets: 0 });
  expect(await devices.logOut('15550001')).toEqual([]);
  await devices.cut(0);
  await devices.failNextSends({ mode: 'nack' });
  await devices.clearSendFaults();
  await devices.failUploads({ times: 0, status: 500 });
  expect(await devices.storeMedia({ type: 'image', base64: 'eA==' })).toMatchObject({ fileLength: 1, mimetype: null });
  const refusals = await Promise.allSettled([
    devices.scan('15550001', 'none'),
    devices.enterCode('15550001', 'ABCD-EFGH'),
    devices.device('none'),
    devices.close('none', 503),
    devices.drop('none'),
    devices.freeze('none', 'hard'),
    devices.refuseLogins('none', { code: 503 }),
    devices.limit('none', { kind: 'capping' }),
    devices.changeAppState('none', 'patch', '/x'),
  ]);
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 'rejected', reason: { status: 404 } });
  await expect(devices.mediaOf(1)).rejects.toThrow('Message 1 has no file');
  await devices.redeliver('none');
  await devices.reset();
  await expect(devices.logOut('15550001')).rejects.toMatchObject({ body: { error: 'unknown_phone' } });
});
