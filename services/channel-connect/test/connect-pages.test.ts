import { channels } from '@parley/common/contracts/channels/channels';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeSurfaceHolds } from '../src/storage/surface-store.ts';
import { type ConnectFlow, META_CALLBACK, openConnectFlow } from './connect-flow.ts';
import { ALL_SCOPES, makeGate, makePage, refusal, silence } from './stand-in-providers.ts';

const PURPOSE = 'channel_accounts.credentials';

let flow: ConnectFlow;
beforeAll(async () => {
  flow = await openConnectFlow();
});
afterAll(() => flow[Symbol.asyncDispose]());
afterEach(() => flow.setNow(null));

const failed = (error: string) => ({ service_status: 'error', error });
const noJobs = () =>
  pollUntil(async () => ((await flow.jobs()).length === 0 ? true : null), {
    deadlineMs: 10_000,
    what: () => 'no removal jobs',
  });
const open = (stored = '') => JSON.parse(flow.cipher.decrypt(stored, PURPOSE));

describe('authorizing pages', () => {
  test('connects a page and its Instagram account: one redirect, two accounts, two events', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage({ name: 'Bakery' });
    const told = await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
    const igId = page.instagram?.id;
    expect(told).toEqual({ service_status: 'success', channel: 'fb', connected: '2', ids: `${page.id},${igId}` });
    expect(flow.pages.subscribed.get(page.id)).toBe(page.accessToken);
    const [fb, ig] = await flow.rowsOf(tenant);
    expect([fb?.channel, fb?.externalId, fb?.name, fb?.status]).toEqual(['fb', page.id, 'Bakery', 'connected']);
    expect([ig?.channel, ig?.externalId, ig?.name, ig?.status]).toEqual(['ig', igId, `ig_${page.id}`, 'connected']);
    expect(open(fb?.credentials)).toEqual({ access_token: page.accessToken });
    expect(open(ig?.credentials)).toEqual({ access_token: page.accessToken, page_id: page.id });
    const { rows } = await flow.database.db.query<{ linked_account_id: number }>({
      text: 'SELECT linked_account_id FROM channel_accounts WHERE id = $1',
      values: [ig?.id],
    });
    expect(rows).toEqual([{ linked_account_id: fb?.id }]);
    expect((await flow.eventsOf(tenant)).map(({ type, data }) => [type, data.channel, data.id])).toEqual([
      ['channel.connected', 'fb', page.id],
      ['channel.connected', 'ig', igId],
    ]);
    expect(await flow.jobs()).toEqual([]);
    expect((await flow.act(tenant, channels, {})).output.counts).toMatchObject({ fb: 1, ig: 1 });
  });

  test('of an ig link takes the pages that have an account, with the page', async () => {
    const tenant = await flow.makeTenant();
    const without = makePage({ instagram: null });
    const page = makePage();
    const told = await flow.connect(tenant, 'ig', flow.pages.authorize([without, page], META_CALLBACK));
    expect(told).toEqual({
      service_status: 'success',
      channel: 'ig',
      connected: '2',
      ids: `${page.id},${page.instagram?.id}`,
    });
    expect(flow.pages.subscribed.has(without.id)).toBe(false);
  });

  test('takes every page that messages can be answered on, and no other', async () => {
    const tenant = await flow.makeTenant();
    const [one, two] = [makePage({ instagram: null }), makePage({ instagram: null, tasks: null })];
    const analyst = makePage({ tasks: ['ANALYZE'] });
    const told = await flow.connect(tenant, 'fb', flow.pages.authorize([one, analyst, two, one], META_CALLBACK));
    expect(told).toMatchObject({ connected: '2', ids: `${one.id},${two.id}` });
  });

  test('keeps to the pages and accounts that the person picked', async () => {
    const tenant = await flow.makeTenant();
    const [picked, other] = [makePage(), makePage()];
    const granular = [
      { scope: 'pages_messaging', targetIds: [picked.id] },
      { scope: 'instagram_manage_messages', targetIds: [] },
    ];
    const code = flow.pages.authorize([picked, other], META_CALLBACK, { scopes: ALL_SCOPES, granular });
    expect(await flow.connect(tenant, 'fb', code)).toMatchObject({ connected: '1', ids: picked.id });
  });

  test('without Instagram’s permissions connects the page alone, and nothing for an ig link', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage();
    const granted = { scopes: ALL_SCOPES.filter((scope) => scope.startsWith('pages_')), granular: [] };
    const authorize = (): string => flow.pages.authorize([page], META_CALLBACK, granted);
    expect(await flow.connect(tenant, 'ig', authorize())).toEqual(failed('missing_permissions'));
    expect(await flow.connect(tenant, 'fb', authorize())).toMatchObject({ connected: '1', ids: page.id });
  });

  test.each([
    ['no page', 'fb', 'no_page', (): string => flow.pages.authorize([], META_CALLBACK)],
    [
      'no Instagram account',
      'ig',
      'no_instagram_account',
      (): string => flow.pages.authorize([makePage({ instagram: null })], META_CALLBACK),
    ],
    [
      'no right to messages',
      'fb',
      'missing_permissions',
      (): string => flow.pages.authorize([makePage()], META_CALLBACK, { scopes: ['pages_show_list'], granular: [] }),
    ],
    ['a code that is none', 'fb', 'provider_error', (): string => 'forged'],
    [
      'a code for another address',
      'fb',
      'provider_error',
      (): string => flow.pages.authorize([makePage()], 'https://x.example'),
    ],
  ] as const)('with %s tells why, and connects nothing', async (_what, channel, error, authorize) => {
    const tenant = await flow.makeTenant();
    expect(await flow.connect(tenant, channel, authorize())).toEqual(failed(error));
    expect(await flow.rowsOf(tenant)).toEqual([]);
    expect(await flow.eventsOf(tenant)).toEqual([]);
  });

  test.each(['exchangeCode', 'exchangeForLongLived', 'inspectToken', 'listPages'] as const)(
    'that Facebook refuses or leaves unanswered at %s tells so, and connects nothing',
    async (call) => {
      const tenant = await flow.makeTenant();
      const page = makePage();
      flow.pages.faults.plan(call, refusal('graph', 2));
      const refused = await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
      expect(refused).toEqual(failed('provider_error'));
      flow.pages.faults.plan(call, silence('graph'));
      const silent = await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
      expect(silent).toEqual(failed('provider_timeout'));
      expect(flow.pages.subscribed.has(page.id)).toBe(false);
      expect(await flow.rowsOf(tenant)).toEqual([]);
    },
  );

  test('again for the same tenant renews the tokens and tells nothing', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage();
    await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
    const renewed = { ...page, name: 'New name', accessToken: 'renewed' };
    const told = await flow.connect(tenant, 'fb', flow.pages.authorize([renewed], META_CALLBACK));
    expect(told).toMatchObject({ service_status: 'success', connected: '2' });
    const rows = await flow.rowsOf(tenant);
    expect(rows.map(({ credentials }) => open(credentials).access_token)).toEqual(['renewed', 'renewed']);
    expect(rows[0]?.name).toBe('New name');
    expect(await flow.eventsOf(tenant)).toHaveLength(2);
  });

  test('with another Instagram account behind the page replaces the one before', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage();
    await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
    const other = { ...page, instagram: makePage().instagram };
    await flow.connect(tenant, 'fb', flow.pages.authorize([other], META_CALLBACK));
    expect((await flow.eventsOf(tenant)).slice(2).map(({ type, data }) => [type, data.id, data.reason])).toEqual([
      ['channel.disconnected', page.instagram?.id, 'replaced'],
      ['channel.connected', other.instagram?.id, undefined],
    ]);
  });
});

describe('one authorization is connected whole or not at all', () => {
  test('a page that another tenant holds is already_connected, and the others stay free', async () => {
    const [owner, other] = [await flow.makeTenant(), await flow.makeTenant()];
    const [taken, free] = [makePage(), makePage()];
    await flow.connect(owner, 'fb', flow.pages.authorize([taken], META_CALLBACK));
    const told = await flow.connect(other, 'fb', flow.pages.authorize([free, taken], META_CALLBACK));
    expect(told).toEqual(failed('already_connected'));
    expect(await flow.rowsOf(other)).toEqual([]);
    expect(flow.pages.subscribed.has(free.id)).toBe(false);
    expect(flow.pages.subscribed.get(taken.id)).toBe(taken.accessToken);
    expect(await flow.connect(owner, 'fb', flow.pages.authorize([free], META_CALLBACK))).toMatchObject({
      connected: '2',
    });
  });

  test('two tenants at once: one has everything, the other nothing', async () => {
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

  test('one tenant several times at once: one row and one event each', async () => {
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
  ])('a subscription that is %s takes the others back', async (_what, fault, error) => {
    const tenant = await flow.makeTenant();
    const pages = [makePage(), makePage(), makePage()];
    flow.pages.faults.plan('subscribePage', fault());
    expect(await flow.connect(tenant, 'fb', flow.pages.authorize(pages, META_CALLBACK))).toEqual(failed(error));
    await noJobs();
    expect(pages.filter(({ id }) => flow.pages.subscribed.has(id))).toEqual([]);
    expect((await flow.rowsOf(tenant)).filter(({ status }) => status !== 'disconnected')).toEqual([]);
    expect((await flow.rowsOf(tenant)).map(({ credentials }) => open(credentials))).toEqual(Array(6).fill({}));
    expect(await flow.eventsOf(tenant)).toEqual([]);
  });

  test('two visits of one link that both come back: the first to finish has it, the other is undone', async () => {
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

  test('a provider that takes longer than the hold: what was undone meanwhile is not connected, nor subscribed', async () => {
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

  test('a commit that fails takes the subscription back, and the link can be opened again', async () => {
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
    const told = flow.resultOf(await flow.finish({ state: await flow.stateOf(token), code }));
    expect(told).toEqual(failed('internal_error'));
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
    expect(await flow.eventsOf(tenant)).toEqual([]);
    await flow.database.db.query({ text: 'DROP TRIGGER fail_commit ON connect_links' });
    const again = flow.pages.authorize([page], META_CALLBACK);
    const done = await flow.finish({ state: await flow.stateOf(token), code: again });
    expect(flow.resultOf(done)).toMatchObject({ service_status: 'success', connected: '2' });
  });

  test('what a process leaves that dies after the provider was told is undone, and then free for anybody', async () => {
    const [tenant, other] = [await flow.makeTenant(), await flow.makeTenant()];
    const page = makePage();
    const empty = flow.cipher.encrypt('{}', PURPOSE);
    const { holdSurfaces } = makeSurfaceHolds({
      database: flow.database.db,
      emptyCredentials: () => empty,
      wakeLanes: () => {},
    });
    const now = new Date();
    const credentials = flow.cipher.encrypt(JSON.stringify({ access_token: page.accessToken }), PURPOSE);
    const surface = {
      channel: 'fb' as const,
      externalId: page.id,
      name: page.name,
      credentials,
      pageId: null,
      tokenDueAt: null,
    };
    await holdSurfaces({
      tenantId: tenant.id,
      surfaces: [surface],
      now,
      claimedUntil: new Date(now.getTime() + 120_000),
    });
    flow.pages.subscribed.set(page.id, page.accessToken);
    const held = await flow.connect(other, 'fb', flow.pages.authorize([page], META_CALLBACK));
    expect(held).toEqual(failed('already_connected'));

    flow.setNow(new Date(now.getTime() + 121_000));
    await noJobs();
    expect(flow.pages.subscribed.has(page.id)).toBe(false);
    const told = await flow.connect(other, 'fb', flow.pages.authorize([page], META_CALLBACK));
    expect(told).toMatchObject({ service_status: 'success' });
    expect(flow.pages.subscribed.has(page.id)).toBe(true);
    expect(open((await flow.rowsOf(tenant))[0]?.credentials)).toEqual({});
  });
});
