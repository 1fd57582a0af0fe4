import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import type { System } from '../system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from './client.ts';

/** The operator API's path to the contact with this number. */
export const contactsOf = (customer: string): string => `/contacts?identifier=${encodeURIComponent(`+${customer}`)}`;

/** A tenant with one of everything, each containing its slug, and the ids by their path segment in the operator API. */
export interface RichTenant {
  tenant: TestTenant;
  customer: string;
  ids: Record<string, string>;
}

export async function makeRichTenant(system: System): Promise<RichTenant> {
  const tenant = await makeTenant(system);
  const customer = uniqueDigits('4915');
  await tenant.customerWrites(customer);
  const email = `${tenant.slug}@shop.example`;
  expect((await tenant.admin('POST', '/recipients', { name: 'Ann', email })).status).toBe(201);
  const key = { api_key: `sk-${tenant.slug}` };
  expect((await tenant.admin('PUT', '/ai-keys/openai', key)).status).toBe(200);
  const bot = { name: tenant.slug, key_mode: 'own', provider: 'openai', model: 'm', instructions: 'a', enabled: false };
  const made = await tenant.admin('POST', '/bots', bot);
  expect(made.status).toBe(201);
  const known = { kind: 'text', title: tenant.slug, text: tenant.slug };
  const source = await tenant.admin('POST', `/bots/${made.body.id}/knowledge`, known);
  expect(source.status).toBe(201);
  const upload = await tenant.admin('POST', '/uploads', { filename: 'price.pdf', size: 3 });
  expect(upload.status).toBe(201);
  const moved = await tenant.admin('POST', '/move-ins', {
    instance_id: tenant.instanceId,
    source: 'baileys',
    device: `${uniqueDigits('1777')}:2@s.whatsapp.net`,
    label: tenant.slug,
  });
  expect(moved.status).toBe(201);
  const url = system.sandbox.receiver(`${tenant.slug}-platform`).url;
  expect((await tenant.admin('PUT', '/platform-webhook', { url })).status).toBe(200);
  const first = (path: string) =>
    pollUntil(async () => (await tenant.admin('GET', path)).body.items[0] ?? null, {
      what: () => `something at ${path}`,
    });
  const [recipient, conversation, delivery, contact] = await Promise.all([
    first('/recipients'),
    first('/conversations'),
    first('/deliveries'),
    first(contactsOf(customer)),
  ]);
  return {
    tenant,
    customer,
    ids: {
      recipients: String(recipient.id),
      conversations: String(conversation.id),
      deliveries: delivery.id,
      contacts: String(contact.id),
      keys: tenant.instanceId,
      channels: tenant.phoneNumberId,
      bots: made.body.id,
      sources: source.body.id,
      uploads: upload.body.upload_id,
      'move-ins': String(moved.body.account_id),
    },
  };
}
