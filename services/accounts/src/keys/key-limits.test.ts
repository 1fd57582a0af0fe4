import { createKey, revokeKey } from '@parley/common/contracts/operator/keys';
import { createTenant, updateTenant } from '@parley/common/contracts/operator/tenants';
import { PlanLimitsText } from '@parley/common/workspace/plan-limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenAccounts, openAccounts } from '../../test/open-accounts.ts';

const NOW = new Date('2032-01-01T00:00:00.000Z');
const DAY_MS = 24 * 3_600_000;
let accounts: OpenAccounts;
beforeAll(async () => {
  accounts = await openAccounts({ PARLEY_PLAN_LIMITS: PlanLimitsText.parse('keys=5,enterprise.keys=7') });
  accounts.setNow(NOW);
});
afterAll(() => accounts[Symbol.asyncDispose]());

let shops = 0;
async function openShop(): Promise<string> {
  const slug = `shop-${++shops}`;
  await accounts.call(createTenant, { slug });
  return slug;
}
const makeKey = (slug: string) => accounts.call(createKey, { slug, label: 'till', channels: ['wa'] });
const refused = { code: 'plan_limit_reached', message: 'The plan standard allows 5 API keys.' };

describe('the plan limits the keys of a tenant', () => {
  test('also when a hundred are made at once, with an error that names plan and limit', async () => {
    const slug = await openShop();
    const made = await Promise.allSettled(Array.from({ length: 100 }, () => makeKey(slug)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(makeKey(slug)).rejects.toMatchObject(refused);
    await makeKey(await openShop());
  });

  test('until one is revoked or the plan changes', async () => {
    const slug = await openShop();
    const keys = [];
    for (let made = 0; made < 5; made++) keys.push(await makeKey(slug));
    await accounts.call(revokeKey, { slug, instanceId: keys[0]?.instanceId ?? '' });
    await makeKey(slug);
    await expect(makeKey(slug)).rejects.toMatchObject(refused);
    await accounts.call(updateTenant, { slug, plan: 'enterprise' });
    await makeKey(slug);
    await makeKey(slug);
    await expect(makeKey(slug)).rejects.toMatchObject({ message: 'The plan enterprise allows 7 API keys.' });
  });

  test('and limits those made in a day to four times as many, even if each is revoked', async () => {
    const slug = await openShop();
    const makeAndRevoke = async () => {
      const { instanceId } = await makeKey(slug);
      await accounts.call(revokeKey, { slug, instanceId });
    };
    // The database sets the creation time of a key.
    const { prisma } = accounts.database.db;
    for (let made = 0; made < 20; made++) await makeAndRevoke();
    await prisma.apiKey.updateMany({ data: { createdAt: NOW } });
    await expect(makeKey(slug)).rejects.toMatchObject({ code: 'rate_limited', extras: { retry_after: 3600 } });
    accounts.setNow(new Date(NOW.getTime() + DAY_MS));
    await makeAndRevoke();
    accounts.setNow(NOW);
  });
});
