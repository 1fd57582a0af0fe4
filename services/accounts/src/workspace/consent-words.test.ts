import { DEFAULT_CONSENT_WORDS } from '@parley/common/consent/consent-words';
import { getConsentWords, updateConsentWords } from '@parley/common/contracts/operator/consent';
import { eraseTenant } from '@parley/common/contracts/operator/erasures';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from '../../test/open-accounts.ts';

let accounts: OpenAccounts;
beforeAll(async () => {
  accounts = await openAccounts();
  for (const slug of ['acme', 'other']) await accounts.call(createTenant, { slug });
});
afterAll(() => accounts[Symbol.asyncDispose]());

const get = (slug = 'acme') => accounts.call(getConsentWords, { slug });
const DEFAULTS = {
  stopWords: [...DEFAULT_CONSENT_WORDS.stop],
  startWords: [...DEFAULT_CONSENT_WORDS.start],
  isDefault: true,
};

test('a tenant has the defaults until it sets a list, each list separately, and null restores them', async () => {
  expect(await get()).toEqual(DEFAULTS);
  const changed = await accounts.call(updateConsentWords, { slug: 'acme', stopWords: ['Basta', 'لا تراسلني'] });
  expect(changed).toEqual({ ...DEFAULTS, stopWords: ['Basta', 'لا تراسلني'], isDefault: false });
  await accounts.call(updateConsentWords, { slug: 'acme', startWords: [] });
  expect(await get()).toEqual({ stopWords: ['Basta', 'لا تراسلني'], startWords: [], isDefault: false });
  expect(await get('other')).toEqual(DEFAULTS);
  await accounts.call(updateConsentWords, { slug: 'acme', stopWords: null, startWords: null });
  expect(await get()).toEqual(DEFAULTS);
});

test('a word of both lists is refused in any spelling, also against the defaults', async () => {
  const refused = { code: 'invalid_start_words' };
  const set = (words: object) => accounts.call(updateConsentWords, { slug: 'other', ...words });
  await expect(set({ stopWords: ['halt'], startWords: ['HALT!'] })).rejects.toMatchObject(refused);
  await expect(set({ startWords: ['Stop'] })).rejects.toMatchObject(refused);
  await expect(set({ stopWords: ['ابدا'] })).rejects.toMatchObject(refused);
  expect(await get('other')).toEqual(DEFAULTS);
});

test('a change waits for a concurrent one to commit, and is checked against its words', async () => {
  await accounts.call(createTenant, { slug: 'busy' });
  const { id } = await accounts.database.db.prisma.tenant.findUniqueOrThrow({ where: { slug: 'busy' } });
  const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const { changing } = await accounts.database.db.transaction(async (sql) => {
    const words = JSON.stringify({ stop: ['Halt'], start: null });
    await sql.query({ text: 'UPDATE tenants SET consent_words = $2 WHERE id = $1', values: [id, words] });
    const changing = Promise.allSettled([accounts.call(updateConsentWords, { slug: 'busy', startWords: ['halt'] })]);
    await pollUntil(async () => (await accounts.database.db.query({ text })).rowCount > 0 || null, {
      what: () => 'the change to wait',
    });
    return { changing };
  });
  expect(await changing).toMatchObject([{ status: 'rejected', reason: { code: 'invalid_start_words' } }]);
  expect(await get('busy')).toEqual({ ...DEFAULTS, stopWords: ['Halt'], isDefault: false });
});

test('the words of an erased tenant are erased', async () => {
  await accounts.call(createTenant, { slug: 'leaving' });
  await accounts.call(updateConsentWords, { slug: 'leaving', stopWords: ['Basta'] });
  await accounts.call(eraseTenant, { slug: 'leaving' });
  const kept = await accounts.database.db.prisma.tenant.findFirstOrThrow({ where: { erasedSlug: 'leaving' } });
  expect(kept.consentWords).toBeNull();
});

test('an unknown tenant is unknown_tenant', async () => {
  const unknown = { code: 'unknown_tenant' };
  await expect(get('nobody')).rejects.toMatchObject(unknown);
  await expect(accounts.call(updateConsentWords, { slug: 'nobody', stopWords: ['x'] })).rejects.toMatchObject(unknown);
});
