import { SANDBOX_SEED } from '@parley/sandbox/seed';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { inHours } from '../../test/scheduled.ts';
import { makeStranger, type TestTenant } from '../../test/test-tenant.ts';

const { wabaId } = SANDBOX_SEED.whatsapp;
const CATEGORIES = {
  'offer/en': 'MARKETING',
  'fresh/en': 'MARKETING',
  'changed/en': 'MARKETING',
  'parcel/en': 'UTILITY',
};

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
  tenant = await system.addTenant({ balance: 100 });
  await system.sandbox.driver.graph.whatsapp.putAccount({
    marketing: 'ONBOARDED',
    templates: [
      { name: 'offer', category: 'MARKETING', body: 'New today.' },
      { name: 'fresh', category: 'MARKETING', body: 'New today.', syncing: true },
      { name: 'changed', category: 'UTILITY', body: 'New today.' },
      { name: 'parcel', category: 'UTILITY', body: 'Here it is.' },
    ],
  });
  await system.rows('UPDATE channel_accounts SET waba_id = $2 WHERE id = $1', tenant.wa, wabaId);
  await system.rows(
    `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, categories, listed_at)
     VALUES ($1, $2, '{}', $3, now())`,
    tenant.wa,
    tenant.id,
    JSON.stringify(CATEGORIES),
  );
});
afterAll(() => system[Symbol.asyncDispose]());

/** The ways by which the person's messages reached the platform. */
const waysTo = async (to: string) => (await system.accepted(to)).map(({ method }) => method);
const sendOffer = async (name: string, given = {}) => {
  const to = makeStranger();
  await tenant.send({ channel: 'wa', to, template: { name, language: 'en' }, ...given });
  return to;
};

test('marketing of an onboarded account goes by its API once that is known; all else by the ordinary way', async () => {
  // The first one asks, and goes the ordinary way.
  expect(await waysTo(await sendOffer('offer'))).toEqual(['messages']);
  await pollUntil(async () => ((await waysTo(await sendOffer('offer')))[0] === 'marketing_messages' ? true : null), {
    what: () => 'an offer by the API',
  });
  expect(await waysTo(await sendOffer('parcel'))).toEqual(['messages']);
});

test('what the API refuses goes by the ordinary way, once', async () => {
  for (const name of ['fresh', 'changed']) expect(await waysTo(await sendOffer(name))).toEqual(['messages']);
});

test('a scheduled offer goes by the API too', async () => {
  const to = await sendOffer('offer', { sendAt: inHours(1).toISOString() });
  system.setNow(inHours(2));
  try {
    await pollUntil(async () => ((await waysTo(to)).length > 0 ? true : null), { what: () => 'the offer to leave' });
  } finally {
    system.setNow(null);
  }
  expect(await waysTo(to)).toEqual(['marketing_messages']);
});

test('a template of unknown category goes by the API where the account sends marketing by it alone', async () => {
  await system.sandbox.driver.graph.whatsapp.putAccount({
    marketing_barred: true,
    templates: [{ name: 'unlisted', category: 'MARKETING', body: 'New today.' }],
  });
  expect(await waysTo(await sendOffer('unlisted'))).toEqual(['marketing_messages']);
});
