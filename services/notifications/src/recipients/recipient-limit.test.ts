import { PlanLimitsText } from '@parley/common/workspace/plan-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications } from '../../test/open-notifications.ts';
import { createRecipient } from './create-recipient.ts';

let open: OpenNotifications;
beforeAll(async () => {
  open = await openNotifications();
});
afterAll(() => open[Symbol.asyncDispose]());

test('a plan limits a tenant’s recipients, even if many are added at once; the deployment has no limit', async () => {
  const service = open.makeReplica({ PARLEY_PLAN_LIMITS: PlanLimitsText.parse('recipients=3') });
  const add = (scope: { slug?: string }) =>
    createRecipient(service, { slug: scope.slug, name: 'Ann', language: 'en', timeZone: 'UTC' });
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => add(open.tenant)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(add(open.tenant)).rejects.toMatchObject({
    code: 'plan_limit_reached',
    message: expect.stringMatching(/^The plan \w+ allows 3 recipients of notifications\.$/),
  });
  for (let made = 0; made < 4; made++) await add({});
});
