import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectFlow, META_CALLBACK, openConnectFlow } from '../../test/connect-flow.ts';
import { makeGate, makePage, refusal, silence } from '../../test/stand-in-providers.ts';
import { holdAccounts } from '../connecting/hold.steps.ts';

let flow: ConnectFlow;
beforeAll(async () => {
  flow = await openConnectFlow();
});
afterAll(() => flow[Symbol.asyncDispose]());
afterEach(() => flow.setNow(null));

const HOLD_MS = 120_000;
const failed = (error: string) => ({ service_status: 'error', error });
const noJobs = () =>
  pollUntil(async () => ((await flow.jobs()).length === 0 ? true : null), {
    what: () => 'no removal jobs',
  });

describe('one authorization is connected completely or not at all', () => {
  test('a page of another tenant is already_connected, and the others stay unconnected', async () => {
    const [owner, other] = [await flow.makeTenant(), await flow.makeTenant()];
    const [taken, free] = [makePage(), makePage()];
    await flow.connect(owner, 'fb', flow.pages.authorize([taken], META_CALLBACK));
    const reported = await flow.connect(other, 'fb', flow.pages.authorize([free, taken], META_CALLBACK));
    expect(reported).toEqual(failed('already_connected'));
    expect(await flow.rowsOf(other)).toEqual([]);
    expect(flow.pages.subscribed.has(free.id)).toBe(false);
    expect(flow.pages.subscribed.get(taken.id)).toBe(taken.accessToken);
    expect(await flow.connect(owner, 'fb', flow.pages.authorize([free], META_CALLBACK))).toMatchObject({
      connected: '2',
    });
  });

  test('of two concurrent tenants one gets everything, the other nothing', async () => {
    const tenants = await Promise.all([1, 2, 3].map(() => flow.makeTenant()));
    const pages = [makePage(), makePage()];
    const results = await Promise.all(
      tenants.map((tenant, at) =>
        flow.connect(tenant, 'fb', flow.pages.authorize(at % 2 ? pages : [...pages].reverse(), META_CALLBACK)),
      ),
    );
    expect(results.map(({ service_status }) => service_status).sort()).toEqual(['error', 'error', 'success']);
    const rows = (await Promise.all(tenants.map((tenant) => flow.rowsOf(tenant)))).flat();
    const connected = rows.filter(({ status }) => status === 'connected');
    expect(connected).toHaveLength(4);
    expect(new Set(connected.map(({ tenantId }) => tenantId)).size).toBe(1);
  });

  test('one tenant several times concurrently gets one row and one event each', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage();
    const results = await Promise.all(
      [1, 2, 3].map(() => flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK))),
    );
    expect(results.map(({ service_status }) => service_status)).toEqual(['success', 'success', 'success']);
    expect(await flow.rowsOf(tenant)).toHaveLength(2);
    expect(await flow.eventsOf(tenant)).toHaveLength(2);
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(true);
  });

  test.each([
    ['refused', () => refusal('graph', 200), 'provider_error'],
    ['unanswered', () => silence('graph'), 'provider_timeout'],
  ])('a subscription that is %s reverts the others', async (_what, fault, error) => {
    const tenant = await flow.makeTenant();
    const pages = [makePage(), makePage(), makePage()];
    flow.pages.faults.plan('subscribePage', fault());
    expect(await flow.connect(tenant, 'fb', flow.pages.authorize(pages, META_CALLBACK))).toEqual(failed(error));
    await noJobs();
    expect(pages.filter(({ id }) => flow.pages.subscribed.has(id))).toEqual([]);
    expect((await flow.rowsOf(tenant)).filter(({ status }) => status !== 'disconnected')).toEqual([]);
    expect((await flow.rowsOf(tenant)).map(({ credentials }) => flow.openCredentials(credentials))).toEqual(
      Array(6).fill({}),
    );
    expect(await flow.eventsOf(tenant)).toEqual([]);
  });

  test('of two concurrent visits of one link the first to finish connects, and the other is reverted', async () => {
    const tenant = await flow.makeTenant();
    const [slow, fast] = [makePage(), makePage()];
    const token = await flow.tokenOf(tenant, 'fb');
    const gate = makeGate();
    flow.pages.faults.plan('subscribePage', gate.pass);
    const first = flow.finish({ state: await flow.stateOf(token), code: flow.pages.authorize([slow], META_CALLBACK) });
    await gate.reached;
    const code = flow.pages.authorize([fast], META_CALLBACK);
    const second = await flow.finish({ state: await flow.stateOf(token), code });
    expect(flow.resultOf(second)).toMatchObject({ service_status: 'success' });
    gate.open();
    expect(flow.resultOf(await first)).toEqual(failed('link_used'));
    await noJobs();
    expect(flow.pages.subscribed.has(slow.id)).toBe(false);
    expect(await flow.eventsOf(tenant)).toHaveLength(2);
  });

  test('with a provider slower than the hold, the reverted account is neither connected nor subscribed', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage();
    const gate = makeGate();
    flow.pages.faults.plan('subscribePage', gate.pass);
    const connecting = flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
    await gate.reached;
    flow.setNow(new Date(Date.now() + 121_000));
    await noJobs();
    gate.open();
    expect(await connecting).toEqual(failed('interrupted'));
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
    expect(await flow.eventsOf(tenant)).toEqual([]);
  });

  test('a failed commit removes the subscription, and the link can be opened again', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage();
    await flow.database.db.query({
      text: `CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`,
    });
    await flow.database.db.query({
      text: `CREATE CONSTRAINT TRIGGER fail_commit AFTER UPDATE ON connect_links DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW WHEN (NEW.used_at IS NOT NULL AND NEW.tenant_id = ${tenant.id}) EXECUTE FUNCTION fail_commit()`,
    });
    const token = await flow.tokenOf(tenant, 'fb');
    const code = flow.pages.authorize([page], META_CALLBACK);
    const reported = flow.resultOf(await flow.finish({ state: await flow.stateOf(token), code }));
    expect(reported).toEqual(failed('internal_error'));
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
    expect(await flow.eventsOf(tenant)).toEqual([]);
    await flow.database.db.query({ text: 'DROP TRIGGER fail_commit ON connect_links' });
    const again = flow.pages.authorize([page], META_CALLBACK);
    const done = await flow.finish({ state: await flow.stateOf(token), code: again });
    expect(flow.resultOf(done)).toMatchObject({ service_status: 'success', connected: '2' });
  });

  test('the subscription of a process that died before its commit is removed, and the account is free again', async () => {
    const [tenant, other] = [await flow.makeTenant(), await flow.makeTenant()];
    const page = makePage();
    const now = new Date();
    flow.setNow(now);
    const credentials = flow.sealCredentials({ access_token: page.accessToken });
    const granted = { channel: 'fb' as const, externalId: page.id, name: page.name, credentials };
    await holdAccounts(flow.otherProcess, tenant.id, [granted], HOLD_MS);
    flow.pages.subscribed.set(page.id, page.accessToken);
    const held = await flow.connect(other, 'fb', flow.pages.authorize([page], META_CALLBACK));
    expect(held).toEqual(failed('already_connected'));

    flow.setNow(new Date(now.getTime() + HOLD_MS + 1000));
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
    const reported = await flow.connect(other, 'fb', flow.pages.authorize([page], META_CALLBACK));
    expect(reported).toMatchObject({ service_status: 'success' });
    expect(flow.pages.subscribed.has(page.id)).toBe(true);
    expect(flow.openCredentials((await flow.rowsOf(tenant))[0]?.credentials)).toEqual({});
  });
});
