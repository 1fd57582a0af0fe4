import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

// A sent template as its recipient reads it (docs/reference/sends.md#templates).
let system: OpenSend;
beforeAll(async () => {
  system = await openSend();
});
afterAll(() => system[Symbol.asyncDispose]());

const template = { name: 'order_update', language: 'en', variables: ['Ann', '#1'] };
const SAID = 'Order\n\nHi Ann, #1 is ready.\n\nShop';

const list = (tenant: TestTenant, key = 'order_update/en') =>
  system.rows(
    `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, texts, listed_at)
     VALUES ($1, $2, '{}', $3, now())`,
    tenant.wa,
    tenant.id,
    JSON.stringify({ [key]: { header: 'Order', body: 'Hi {{1}}, {{2}} is ready.', footer: 'Shop' } }),
  );

test('the message and its event have the text of the listed template with the values of the send', async () => {
  const tenant = await system.addTenant();
  await list(tenant);
  const { messageId } = await tenant.send({ channel: 'wa', to: makeStranger(), template });
  expect(await tenant.lookUp(messageId, ['wa'])).toMatchObject({ text: SAID, template });
  const [event] = await tenant.events('message.sent');
  expect(event?.data).toMatchObject({ text: SAID, template });
});

test('a scheduled one has it from the beginning', async () => {
  const tenant = await system.addTenant();
  await list(tenant);
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { messageId } = await tenant.send({ channel: 'wa', to: makeStranger(), template, sendAt });
  expect(await tenant.lookUp(messageId, ['wa'])).toMatchObject({ status: 'scheduled', text: SAID });
});

test('one that was listed in another language only, or for another workspace, has no text', async () => {
  const [tenant, other] = [await system.addTenant(), await system.addTenant()];
  await list(other);
  await list(tenant, 'order_update/ar');
  const { messageId } = await tenant.send({ channel: 'wa', to: makeStranger(), template });
  expect(await tenant.lookUp(messageId, ['wa'])).toMatchObject({ text: '', template });
});
