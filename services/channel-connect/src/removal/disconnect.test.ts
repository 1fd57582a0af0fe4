import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { connectWaNumber, removeTenantChannel } from '@parley/common/contracts/operator/tenant-channels';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectFlow, META_CALLBACK, openConnectFlow } from '../../test/connect-flow.ts';
import { makeGate, makePage, refusal, silence } from '../../test/stand-in-providers.ts';

let flow: ConnectFlow;
beforeAll(async () => {
  flow = await openConnectFlow();
});
afterAll(() => flow[Symbol.asyncDispose]());
afterEach(async () => {
  await flow.driver.clearFaults();
});

const until = (what: string, isTrue: () => boolean | Promise<boolean>) =>
  pollUntil(async () => ((await isTrue()) ? true : null), { what: () => what });
const noJobs = () => until('no removal jobs', async () => (await flow.jobs()).length === 0);

async function connectPage(tenant: TestTenant, page = makePage()) {
  await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
  return page;
}
const disconnect = async (tenant: TestTenant, channel: 'fb' | 'ig' | 'tt' | 'tg', id: string) =>
  (await flow.act(tenant, disconnectChannel, { channel, id })).output;
const gone = async (tenant: TestTenant) =>
  (await flow.eventsOf(tenant))
    .filter(({ type }) => type === 'channel.disconnected')
    .map(({ data }) => [data.channel, data.id, data.reason]);

describe('disconnecting a page', () => {
  test('disconnects its Instagram account too, with one event each, deletes the tokens and then unsubscribes at Facebook', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    const igId = page.instagram?.id ?? '';
    expect(await disconnect(tenant, 'fb', page.id)).toEqual({
      ok: true,
      channel: 'fb',
      status: 'disconnected',
      alsoDisconnected: [{ channel: 'ig', id: igId }],
    });
    expect(await gone(tenant)).toEqual([
      ['fb', page.id, 'api'],
      ['ig', igId, 'linked_channel_removed'],
    ]);
    for (const row of await flow.rowsOf(tenant)) {
      expect(row.status).toBe('disconnected');
      expect(flow.openCredentials(row.credentials)).toEqual({});
    }
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
    await expect(disconnect(tenant, 'fb', page.id)).rejects.toMatchObject({ code: 'not_connected' });
    await expect(disconnect(tenant, 'ig', igId)).rejects.toMatchObject({ code: 'not_connected' });
  });

  test('of ig alone keeps the page connected and subscribed', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    const igId = page.instagram?.id ?? '';
    expect((await disconnect(tenant, 'ig', igId)).alsoDisconnected).toEqual([]);
    expect(await gone(tenant)).toEqual([['ig', igId, 'api']]);
    expect(await flow.jobs()).toEqual([]);
    expect(flow.pages.subscribed.has(page.id)).toBe(true);
    expect((await disconnect(tenant, 'fb', page.id)).alsoDisconnected).toEqual([]);
  });

  test('by the operator has the reason dashboard', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    const answer = await flow.operate(removeTenantChannel, { slug: tenant.slug, channel: 'fb', id: page.id });
    expect(answer.alsoDisconnected).toEqual([{ channel: 'ig', id: page.instagram?.id }]);
    expect((await gone(tenant)).map(([, , reason]) => reason)).toEqual(['dashboard', 'linked_channel_removed']);
  });

  test('of another tenant is not_connected', async () => {
    const [owner, other] = [await flow.makeTenant(), await flow.makeTenant()];
    const page = await connectPage(owner);
    await expect(disconnect(other, 'fb', page.id)).rejects.toMatchObject({ code: 'not_connected' });
    expect(await gone(owner)).toEqual([]);
  });

  test('works while Facebook is down, and unsubscribes later', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    flow.pages.faults.plan('unsubscribePage', refusal('graph', 2));
    flow.pages.faults.plan('unsubscribePage', silence('graph'));
    await disconnect(tenant, 'fb', page.id);
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
    expect(flow.pages.faults.left).toBe(0);
  });

  test('with a dead token needs no further attempt', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    flow.pages.faults.plan('unsubscribePage', refusal('graph', 190, true));
    await disconnect(tenant, 'fb', page.id);
    await noJobs();
  });

  test('that is connected again during the unsubscription keeps its webhooks', async () => {
    const [tenant, other] = [await flow.makeTenant(), await flow.makeTenant()];
    const page = await connectPage(tenant);
    const gate = makeGate();
    flow.pages.faults.plan('unsubscribePage', gate.pass);
    await disconnect(tenant, 'fb', page.id);
    await gate.reached;
    await connectPage(other, { ...page, accessToken: 'token-of-other' });
    gate.open();
    await noJobs();
    expect(flow.pages.subscribed.get(page.id)).toBe('token-of-other');
  });

  test('that is connected again before the unsubscription stays subscribed', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    flow.pages.faults.plan('unsubscribePage', refusal('graph', 2));
    await disconnect(tenant, 'fb', page.id);
    await until('the first attempt', () => flow.pages.faults.left === 0);
    await connectPage(tenant, page);
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(true);
    expect((await flow.rowsOf(tenant)).map(({ status }) => status)).toEqual(['connected', 'connected']);
  });

  test('wins over a concurrent renewal, and nothing is left half-connected', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant, makePage({ instagram: null }));
    const gate = makeGate();
    flow.pages.faults.plan('subscribePage', gate.pass);
    const linked = { ...page, instagram: makePage().instagram };
    const renewal = flow.connect(tenant, 'fb', flow.pages.authorize([linked], META_CALLBACK));
    await gate.reached;
    await disconnect(tenant, 'fb', page.id);
    gate.open();
    expect(await renewal).toEqual({ service_status: 'error', error: 'interrupted' });
    await noJobs();
    expect((await flow.rowsOf(tenant)).map(({ status }) => status)).toEqual(['disconnected', 'disconnected']);
    expect(await gone(tenant)).toEqual([['fb', page.id, 'api']]);
  });

  test('during the commit of a renewal that adds an Instagram account disconnects that one too', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant, makePage({ instagram: null }));
    const { query, transaction } = flow.database.db;
    await query({
      text: `CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN PERFORM pg_advisory_xact_lock(954); RETURN NEW; END $$`,
    });
    await query({
      text: `CREATE TRIGGER wait_for_test BEFORE UPDATE OF used_at ON connect_links FOR EACH ROW
             WHEN (NEW.tenant_id = ${tenant.id}) EXECUTE FUNCTION wait_for_test()`,
    });
    const linked = { ...page, instagram: makePage().instagram };
    const blocked = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    const untilBlocked = (count: number) =>
      until(`${count} waiting for a lock`, async () => (await query({ text: blocked })).rowCount === count);
    const { renewal, disconnection } = await transaction(async (sql) => {
      await sql.query({ text: 'SELECT pg_advisory_xact_lock(954)' });
      const renewal = connectPage(tenant, linked);
      await untilBlocked(1);
      const disconnection = disconnect(tenant, 'fb', page.id);
      await untilBlocked(2);
      return { renewal, disconnection };
    });
    const { alsoDisconnected } = await disconnection;
    expect(alsoDisconnected).toEqual([{ channel: 'ig', id: linked.instagram?.id }]);
    await renewal;
    await query({ text: 'DROP TRIGGER wait_for_test ON connect_links' });
    expect((await flow.rowsOf(tenant)).map(({ status }) => status)).toEqual(['disconnected', 'disconnected']);
  });

  test('and a concurrent connection leave both accounts and the subscription in the same state', async () => {
    const tenant = await flow.makeTenant();
    for (let round = 0; round < 5; round++) {
      const page = await connectPage(tenant);
      await Promise.all([connectPage(tenant, page), disconnect(tenant, 'fb', page.id)]);
      await noJobs();
      const rows = (await flow.rowsOf(tenant)).filter(({ externalId }) =>
        [page.id, page.instagram?.id].includes(externalId),
      );
      const statuses = new Set(rows.map(({ status }) => status));
      expect(statuses.size).toBe(1);
      if (statuses.has('connected')) expect(flow.pages.subscribed.has(page.id)).toBe(true);
    }
  });

  test('is finished by another worker when the first one died during the call', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    const [row] = await flow.rowsOf(tenant);
    const credentials = row?.credentials ?? '';
    await flow.database.db.query({
      text: `UPDATE channel_accounts SET status = 'disconnected' WHERE tenant_id = $1`,
      values: [tenant.id],
    });
    await flow.database.db.query({
      text: `INSERT INTO removal_jobs
               (tenant_id, kind, external_id, credentials, attempts, is_reported, created_at, due_at, claim_id, claimed_until)
             VALUES ($1, 'fb_page', $2, $3, 1, true, now(), now(), 'dead', now() + interval '1 second')`,
      values: [tenant.id, page.id, credentials],
    });
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
  });
});

describe('removing wa numbers', () => {
  test('unsubscribes the app from their business account with the last of them', async () => {
    const tenant = await flow.makeTenant();
    const waba = { wabaId: '102990001', accessToken: 'waba-token' };
    const numbers = ['106990001', '106990002'];
    for (const [at, phoneNumberId] of numbers.entries()) {
      const number = `1555099000${at}`;
      const given = { waba_id: waba.wabaId, token: waba.accessToken, phone_number_id: phoneNumberId, number };
      await flow.driver.graph.whatsapp.putAccount({ ...given, subscribed: at > 0 });
      await flow.operate(connectWaNumber, { slug: tenant.slug, ...waba, phoneNumberId, number, label: number });
    }
    const isSubscribed = async (): Promise<boolean> => {
      const answer = await fetch(`${flow.sandbox.url}/v23.0/${waba.wabaId}/subscribed_apps`, {
        headers: { authorization: `Bearer ${waba.accessToken}` },
      });
      const { data } = (await answer.json()) as { data: unknown[] }; // safe: the sandbox's own shape
      return data.length > 0;
    };
    const remove = (id = '') => flow.operate(removeTenantChannel, { slug: tenant.slug, channel: 'wa', id });
    expect(await isSubscribed()).toBe(true);
    await remove(numbers[0]);
    await noJobs();
    expect(await isSubscribed()).toBe(true);
    await remove(numbers[1]);
    await noJobs();
    expect(await isSubscribed()).toBe(false);
  });
});

describe('an account whose token the provider refuses', () => {
  const report = (tenant: TestTenant, channel: 'fb' | 'ig', external_id: string, at = new Date()) =>
    flow.operate(reportBrokenChannel, {
      tenantId: tenant.id,
      channel,
      externalId: external_id,
      observedAt: at.toISOString(),
      takenBack: false,
    });

  test('is disconnected once, with the accounts of the same token, without a call to Facebook', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    const reported = await Promise.all([1, 2, 3].map(() => report(tenant, 'fb', page.id)));
    expect(reported.filter(({ disconnected }) => disconnected)).toHaveLength(1);
    expect(await gone(tenant)).toEqual([
      ['fb', page.id, 'token_revoked'],
      ['ig', page.instagram?.id, 'token_revoked'],
    ]);
    expect(await flow.jobs()).toEqual([]);
    expect(await report(tenant, 'ig', 'never-known')).toEqual({ disconnected: false });
  });

  test('that was authorized after the call stays connected', async () => {
    const tenant = await flow.makeTenant();
    const page = await connectPage(tenant);
    const observedAt = new Date();
    await until('a later moment', () => Date.now() > observedAt.getTime());
    await connectPage(tenant, { ...page, accessToken: 'renewed' });
    expect(await report(tenant, 'fb', page.id, observedAt)).toEqual({ disconnected: false });
    expect(await gone(tenant)).toEqual([]);
    expect(await report(tenant, 'fb', page.id)).toEqual({ disconnected: true });
  });
});
