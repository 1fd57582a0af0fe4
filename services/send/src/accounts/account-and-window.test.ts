import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
let second: number;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant();
  second = await system.addWaAccount(tenant.id, '906540352249999', 'Support 24', '+15550009999');
});
afterAll(() => system[Symbol.asyncDispose]());

const template = { name: 'hello_world', language: 'en_US' };
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const accountOf = async (id: string): Promise<string> => (await tenant.lookUp(id)).account.id;

describe('the account that sends', () => {
  test.each([
    ['its id', '906540352249999'],
    ['its number as shown', '+15550009999'],
    ['its number with spaces and hyphens', '1 555-000 9999'],
    ['its label', 'Support 24'],
  ])('is the one that from names by %s', async (_how, from) => {
    const { messageId: id } = await tenant.send({ channel: 'wa', to: '+4916000000001', template, from });
    expect(await accountOf(id)).toBe('906540352249999');
  });

  test('that is unknown is invalid_from; digits in a label do not match a number', async () => {
    for (const from of ['nobody', '24', '+999'])
      await expect(tenant.send({ channel: 'wa', to: '+4916000000002', template, from })).rejects.toMatchObject({
        code: 'invalid_from',
      });
  });

  test('without from is the first one for a stranger, and the one of the newest conversation for a known person', async () => {
    const first = await tenant.send({ channel: 'wa', to: '+4916000000003', template });
    expect(await accountOf(first.messageId)).toBe('106540352242922');
    await tenant.customerWrote('wa', '+4916000000004', { at: hoursAgo(3) });
    await tenant.customerWrote('wa', '+4916000000004', { at: hoursAgo(2), account: second });
    const { messageId: id } = await tenant.send({ channel: 'wa', to: '+4916000000004', message: 'hi' });
    expect(await accountOf(id)).toBe('906540352249999');
  });

  test('that is disconnected sends nothing; with none connected the answer is not_connected', async () => {
    const other = await system.addTenant();
    await system.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE tenant_id = $1`, other.id);
    for (const channel of ['wa', 'tg', 'fb', 'wd'] as const)
      await expect(other.send({ channel, to: '4916000000005', message: 'x' })).rejects.toMatchObject({
        code: 'not_connected',
      });
  });
});

describe('the 24-hour window of wa', () => {
  test('is closed for a person who never wrote: no_existing_conversation lists the approved templates', async () => {
    await system.rows(
      `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, listed_at) VALUES ($1, $2, $3, now())`,
      tenant.wa,
      tenant.id,
      ['hello_world', 'order_update'],
    );
    await expect(tenant.send({ channel: 'wa', to: '+4916000000011', message: 'x' })).rejects.toMatchObject({
      code: 'no_existing_conversation',
      extras: { body: { templates: ['hello_world', 'order_update'] } },
    });
  });

  test('is open for 24 hours after a call of the person, whether they ever wrote or not', async () => {
    await tenant.customerWrote('wa', '+4916000000015', { at: hoursAgo(30) });
    await tenant.customerWrote('wa', '+4916000000016', { at: hoursAgo(30) });
    const calledAt = (peer: string, hours: number) =>
      system.rows(
        'UPDATE conversations SET last_call_at = $2, last_inbound_at = NULL WHERE peer = $1',
        peer,
        hoursAgo(hours),
      );
    await calledAt('+4916000000015', 23.99);
    await calledAt('+4916000000016', 24.01);
    expect(await tenant.send({ channel: 'wa', to: '+4916000000015', message: 'x' })).toMatchObject({ ok: true });
    await expect(tenant.send({ channel: 'wa', to: '+4916000000016', message: 'x' })).rejects.toMatchObject({
      code: 'no_existing_conversation',
    });
  });

  test('is closed 24 hours after the last message, and open a moment before', async () => {
    await tenant.customerWrote('wa', '+4916000000012', { at: hoursAgo(24.01) });
    await tenant.customerWrote('wa', '+4916000000013', { at: hoursAgo(23.99) });
    await expect(tenant.send({ channel: 'wa', to: '+4916000000012', message: 'x' })).rejects.toMatchObject({
      code: 'no_existing_conversation',
    });
    await expect(tenant.send({ channel: 'wa', to: '+4916000000013', message: 'x' })).resolves.toMatchObject({
      ok: true,
    });
  });

  test('is measured per sending account', async () => {
    await tenant.customerWrote('wa', '+4916000000014', { account: second });
    await expect(
      tenant.send({ channel: 'wa', to: '+4916000000014', message: 'x', from: '106540352242922' }),
    ).rejects.toMatchObject({ code: 'no_existing_conversation' });
  });

  test('applies neither to a template nor to tg', async () => {
    await expect(tenant.send({ channel: 'wa', to: '+4916000000015', template })).resolves.toMatchObject({ ok: true });
    await expect(tenant.send({ channel: 'tg', to: '801', message: 'x' })).resolves.toMatchObject({ ok: true });
  });

  test('also applies to a business-scoped user id, which is a valid recipient', async () => {
    await tenant.customerWrote('wa', 'US.13491208655302741918');
    await tenant.send({ channel: 'wa', to: 'US.13491208655302741918', message: 'hidden' });
    expect((await system.accepted('US.13491208655302741918'))[0]?.body).toMatchObject({
      recipient: 'US.13491208655302741918',
    });
  });
});

describe('a number that the provider knows under another id', () => {
  test('is known under both ids afterwards, and both lead to the same conversation', async () => {
    await system.sandbox.driver.graph.whatsapp.describeCustomer('5511987654321', { wa_id: '551187654321' });
    const { conversationId: id } = await tenant.send({ channel: 'wa', to: '+5511987654321', template });
    const [known] = await system.rows<{ n: number }>(
      `SELECT count(DISTINCT contact_id)::int AS n FROM contact_addresses
        WHERE tenant_id = $1 AND address IN ('+5511987654321', '+551187654321')`,
      tenant.id,
    );
    expect(known?.n).toBe(1);
    const [reply] = await system.rows<{ id: number }>(
      `SELECT c.id FROM conversations c JOIN contact_addresses d ON d.contact_id = c.contact_id
        WHERE d.address = '+551187654321' AND c.channel_account_id = $1`,
      tenant.wa,
    );
    expect(reply?.id).toBe(id);
  });

  test('moves to the conversation of the other id if there is one, so that the reply carries the same id', async () => {
    await system.sandbox.driver.graph.whatsapp.describeCustomer('5511977777777', { wa_id: '551177777777' });
    const known = await tenant.customerWrote('wa', '+551177777777', { at: hoursAgo(30) });
    const { conversationId: id, messageId } = await tenant.send({ channel: 'wa', to: '+5511977777777', template });
    expect(id).toBe(known);
    expect((await tenant.messages()).find((message) => message.id === messageId)?.conversation_id).toBe(known);
    const [event] = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === messageId);
    expect(event?.data).toMatchObject({ conversation_id: known, to: '+5511977777777' });
  });
});

describe('a recipient or text that the channel does not accept', () => {
  test.each([
    ['wa', '123', 'x', 'invalid_to'],
    ['wa', 'hello', 'x', 'invalid_to'],
    ['tg', '@name', 'x', 'invalid_to'],
    ['wa', '+4916000000021', 'x'.repeat(4097), 'invalid_message'],
    ['tg', '5', 'x'.repeat(4097), 'invalid_message'],
  ] as const)('%s to %s is refused', async (channel, to, message, code) => {
    await expect(tenant.send({ channel, to, message })).rejects.toMatchObject({ code });
  });

  test('with a file the caption limit applies', async () => {
    const media_url = `${system.sandbox.url}/a.pdf`;
    await expect(
      tenant.send({ channel: 'tg', to: '802', message: 'x'.repeat(1025), mediaUrl: media_url }),
    ).rejects.toMatchObject({ code: 'invalid_message' });
    await expect(
      tenant.send({ channel: 'tg', to: '802', message: 'x', mediaUrl: media_url, mediaType: 'picture' }),
    ).rejects.toMatchObject({ code: 'invalid_media_type' });
  });
});
