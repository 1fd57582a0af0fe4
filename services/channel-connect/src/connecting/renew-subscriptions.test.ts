import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectFlow, META_CALLBACK, openConnectFlow } from '../../test/connect-flow.ts';
import { makeGate, makePage, refusal } from '../../test/stand-in-providers.ts';
import { renewSubscriptions } from './renew-subscriptions.ts';

const HOUR_MS = 3_600_000;
let flow: ConnectFlow;
beforeAll(async () => {
  flow = await openConnectFlow({ hasDuties: false });
});
afterAll(() => flow[Symbol.asyncDispose]());

/** A page with its Instagram account, as an earlier version left it. */
async function connectBefore() {
  const tenant = await flow.makeTenant();
  const page = makePage();
  await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
  await flow.database.db.prisma.channelAccount.updateMany({
    where: { tenantId: tenant.id },
    data: { subscribedFields: 0 },
  });
  flow.pages.subscribed.delete(page.id);
  return { tenant, page };
}
const renew = () => renewSubscriptions(flow.otherProcess);

test('a page that an earlier version connected is subscribed again, once', async () => {
  const { page } = await connectBefore();
  await renew();
  expect(flow.pages.subscribed.get(page.id)).toBe(page.accessToken);
  flow.pages.subscribed.delete(page.id);
  await renew();
  expect(flow.pages.subscribed.has(page.id)).toBe(false);
});

test('a page that is connected now needs no renewal', async () => {
  const tenant = await flow.makeTenant();
  const page = makePage();
  await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
  flow.pages.subscribed.delete(page.id);
  await renew();
  expect(flow.pages.subscribed.has(page.id)).toBe(false);
});

test('a refused renewal is made again after an hour', async () => {
  const { page } = await connectBefore();
  flow.pages.faults.plan('subscribePage', refusal('graph', 200));
  const at = new Date();
  flow.setNow(at);
  await renew();
  flow.setNow(new Date(at.getTime() + HOUR_MS - 1));
  await renew();
  expect(flow.pages.subscribed.has(page.id)).toBe(false);
  flow.setNow(new Date(at.getTime() + HOUR_MS));
  await renew();
  expect(flow.pages.subscribed.has(page.id)).toBe(true);
  flow.setNow(null);
});

test('a page that is disconnected during its renewal does not stay subscribed', async () => {
  const { tenant, page } = await connectBefore();
  const gate = makeGate();
  flow.pages.faults.plan('subscribePage', gate.pass);
  const renewed = renew();
  await gate.reached;
  await flow.database.db.prisma.channelAccount.updateMany({
    where: { tenantId: tenant.id },
    data: { status: 'disconnected' },
  });
  gate.open();
  await renewed;
  expect(flow.pages.subscribed.has(page.id)).toBe(false);
});
