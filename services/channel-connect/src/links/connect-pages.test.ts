import { channels } from '@parley/common/contracts/channels/channels';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectFlow, META_CALLBACK, openConnectFlow } from '../../test/connect-flow.ts';
import { ALL_SCOPES, makePage, refusal, silence } from '../../test/stand-in-providers.ts';

let flow: ConnectFlow;
beforeAll(async () => {
  flow = await openConnectFlow();
});
afterAll(() => flow[Symbol.asyncDispose]());
afterEach(() => flow.setNow(null));

const failed = (error: string) => ({ service_status: 'error', error });

describe('authorizing pages', () => {
  test('connects a page and its Instagram account: one redirect, two accounts, two events', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage({ name: 'Bakery' });
    const reported = await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
    const igId = page.instagram?.id;
    expect(reported).toEqual({ service_status: 'success', channel: 'fb', connected: '2', ids: `${page.id},${igId}` });
    expect(flow.pages.subscribed.get(page.id)).toBe(page.accessToken);
    const [fb, ig] = await flow.rowsOf(tenant);
    expect([fb?.channel, fb?.externalId, fb?.name, fb?.status]).toEqual(['fb', page.id, 'Bakery', 'connected']);
    expect([ig?.channel, ig?.externalId, ig?.name, ig?.status]).toEqual(['ig', igId, `ig_${page.id}`, 'connected']);
    expect(flow.openCredentials(fb?.credentials)).toEqual({ access_token: page.accessToken });
    expect(flow.openCredentials(ig?.credentials)).toEqual({ access_token: page.accessToken, page_id: page.id });
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

  test('for an ig link connects each page with an Instagram account, and that account', async () => {
    const tenant = await flow.makeTenant();
    const without = makePage({ instagram: null });
    const page = makePage();
    const reported = await flow.connect(tenant, 'ig', flow.pages.authorize([without, page], META_CALLBACK));
    expect(reported).toEqual({
      service_status: 'success',
      channel: 'ig',
      connected: '2',
      ids: `${page.id},${page.instagram?.id}`,
    });
    expect(flow.pages.subscribed.has(without.id)).toBe(false);
  });

  test('connects only the pages whose messages the person may answer', async () => {
    const tenant = await flow.makeTenant();
    const [one, two] = [makePage({ instagram: null }), makePage({ instagram: null, tasks: null })];
    const analyst = makePage({ tasks: ['ANALYZE'] });
    const reported = await flow.connect(tenant, 'fb', flow.pages.authorize([one, analyst, two, one], META_CALLBACK));
    expect(reported).toMatchObject({ connected: '2', ids: `${one.id},${two.id}` });
  });

  test('connects only the pages and accounts that the person selected', async () => {
    const tenant = await flow.makeTenant();
    const [picked, other] = [makePage(), makePage()];
    const granular = [
      { scope: 'pages_messaging', targetIds: [picked.id] },
      { scope: 'instagram_manage_messages', targetIds: [] },
    ];
    const code = flow.pages.authorize([picked, other], META_CALLBACK, { scopes: ALL_SCOPES, granular });
    expect(await flow.connect(tenant, 'fb', code)).toMatchObject({ connected: '1', ids: picked.id });
  });

  test('without Instagram’s permissions connects only the page, and nothing for an ig link', async () => {
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
    ['an invalid code', 'fb', 'provider_error', (): string => 'forged'],
    [
      'a code for another address',
      'fb',
      'provider_error',
      (): string => flow.pages.authorize([makePage()], 'https://x.example'),
    ],
  ] as const)('with %s reports why, and connects nothing', async (_what, channel, error, authorize) => {
    const tenant = await flow.makeTenant();
    expect(await flow.connect(tenant, channel, authorize())).toEqual(failed(error));
    expect(await flow.rowsOf(tenant)).toEqual([]);
    expect(await flow.eventsOf(tenant)).toEqual([]);
  });

  test.each(['exchangeCode', 'exchangeForLongLived', 'inspectToken', 'listPages'] as const)(
    'that Facebook refuses or does not complete at %s reports that, and connects nothing',
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

  test('again for the same tenant renews the tokens without an event', async () => {
    const tenant = await flow.makeTenant();
    const page = makePage();
    await flow.connect(tenant, 'fb', flow.pages.authorize([page], META_CALLBACK));
    const renewed = { ...page, name: 'New name', accessToken: 'renewed' };
    const reported = await flow.connect(tenant, 'fb', flow.pages.authorize([renewed], META_CALLBACK));
    expect(reported).toMatchObject({ service_status: 'success', connected: '2' });
    const rows = await flow.rowsOf(tenant);
    expect(rows.map(({ credentials }) => flow.openCredentials(credentials).access_token)).toEqual([
      'renewed',
      'renewed',
    ]);
    expect(rows[0]?.name).toBe('New name');
    expect(await flow.eventsOf(tenant)).toHaveLength(2);
  });

  test('with another Instagram account of the page replaces the previous one', async () => {
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
