import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { isOfTenant } from '@parley/common/workspace/console-roles';
import { pollUntil } from '@parley/testing/poll-until';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  CONSOLE_PASSWORD,
  type ConsoleBrowser,
  joinTenant,
  openConsoleBrowser,
  openOperatorBrowser,
} from '../../../support/console/console-browser.ts';
import { openShop, type Shop } from '../../../support/console/console-shop.ts';
import { makeTenant } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

const PATIENCE_MS = 30_000;

/** Fields that identify something of a tenant. */
const ID_FIELDS = [
  'instance_id',
  'id',
  'ids',
  'order',
  'session_token',
  'request_id',
  'comment_id',
  'comment_ids',
  'upload_id',
] as const;
/** Lists, which take an id as a filter. */
const LISTS = ['list-deliveries', 'list-requests'];
const OF_TENANT = CONSOLE_CONTRACTS.filter(({ permission }) => isOfTenant(permission));
const namesSomething = (operation: (typeof OF_TENANT)[number]): boolean => {
  const { shape } = 'target' in operation ? operation.target.input : operation.input;
  return ID_FIELDS.some((field) => field in shape) && !LISTS.includes(operation.name);
};
const NAMED = OF_TENANT.filter(namesSomething);

/** The owner's view of their tenant, without values that change by themselves. */
const snapshot = async (owner: ConsoleBrowser): Promise<unknown> =>
  Promise.all([
    // The last use of a key is written a little later.
    owner.call('list-keys', { limit: 50 }).then(({ items }) => items.map(({ last_used_at: _, ...key }) => key)),
    owner.call('list-tenant-channels', { limit: 50 }),
    owner.call('list-members', { limit: 50 }).then(({ items }) => items.map(({ id, roles }) => ({ id, roles }))),
    owner.call('list-invitations', { limit: 50 }),
    owner.call('list-recipients', { limit: 50 }),
    owner.call('list-bots', { limit: 50 }),
    owner.call('list-ai-keys', {}),
    owner.call('list-conversations', { limit: 50 }),
    owner.call('list-views', {}),
    owner.call('list-canned-replies', { limit: 50 }),
    owner.call('list-labels', {}),
    owner.call('list-teams', {}),
  ]);

/** The console over HTTP, on the running product (docs/reference/console.md). */
export function consoleSuite(getSystem: GetSystem): void {
  describe('the console', () => {
    /** Unchanged by tests. */
    let ours: Shop;
    /** Changed by tests. */
    let shop: Shop;
    let theirs: ConsoleBrowser;
    /** Owner of a third tenant, whose audit log must not show the attempts of others. */
    let bystander: ConsoleBrowser;
    let before: unknown;
    beforeAll(async () => {
      [ours, shop] = [await openShop(getSystem()), await openShop(getSystem())];
      const [second, third] = [await makeTenant(getSystem()), await makeTenant(getSystem())];
      theirs = (await joinTenant(getSystem(), second.slug, 'owner')).browser;
      bystander = (await joinTenant(getSystem(), third.slug, 'owner')).browser;
      before = await snapshot(ours.owner);
    });

    test('has an example for each operation that identifies something of a tenant', () => {
      expect(Object.keys(ours.inputs).toSorted()).toEqual(NAMED.map(({ name }) => name).toSorted());
    });

    test.each(NAMED.map(({ name }) => name))('%s reaches nothing of another tenant', async (name) => {
      const answer = await theirs.ask(name, { ...ours.inputs[name], slug: ours.tenant.slug });
      if (name === 'update-conversations')
        expect(answer.body).toEqual({ changed: 0, conversations: [], next_cursor: null });
      else if (name === 'order-views') expect(answer.body).toEqual({ ok: true });
      else if (name === 'list-comment-answers') expect(answer.body).toEqual({ comments: [] });
      else expect(answer.body.error).toMatch(/^unknown_|^not_connected$/);
      expect(await snapshot(ours.owner)).toEqual(before);
    });

    test.each(
      OF_TENANT.filter(
        (operation) => operation.method === 'GET' && !('isStream' in operation) && !namesSomething(operation),
      ).map(({ name }) => name),
    )('%s shows nothing of another tenant, whatever slug is given', async (name) => {
      const shown = JSON.stringify((await bystander.ask(name, { slug: ours.tenant.slug, limit: 50 })).body);
      for (const hidden of [ours.tenant.slug, ours.tenant.instanceId, ours.tenant.phoneNumberId])
        expect(shown).not.toContain(hidden);
    });

    test('creates a key that works, shows its deliveries, and logs who did it, without the secret', async () => {
      const { owner, tenant } = shop;
      const key = await owner.call('create-key', { label: 'From the console', channels: ['wa'] });
      const answer = await tenant.get('status', {}, { authorization: `Bearer ${key.api_key}` });
      expect(answer.status).toBe(200);
      const { items } = await owner.call('list-audit', { limit: 1, action: 'create-key' });
      const { member } = await owner.call('me', {});
      expect(items).toMatchObject([
        { action: 'create-key', outcome: 'done', actor: { type: 'member', id: member?.id, email: member?.email } },
      ]);
      expect(items[0]?.changes).toContainEqual({ field: 'label', before: null, after: 'From the console' });
      expect(JSON.stringify(items)).not.toContain(key.api_key);
      expect(JSON.stringify(items)).not.toContain(key.webhook_secret);
      await owner.call('revoke-key', { instance_id: key.instance_id });
    });

    test('audits changes by people, the admin token and keys, with the values before and after', async () => {
      const { owner, tenant, inputs } = await openShop(getSystem());
      const change = async (action: Parameters<typeof owner.ask>[0], input = inputs[action]): Promise<unknown> => {
        expect((await owner.ask(action, input)).body, action).not.toHaveProperty('error');
        return (await owner.call('list-audit', { limit: 1 })).items[0]?.changes;
      };
      const field = (name: string, before: unknown, after: unknown) => ({ field: name, before, after });
      expect(await change('update-key')).toEqual([field('label', expect.any(String), 'Eve')]);
      expect(await change('rotate-secret')).toEqual([field('webhook_secret', '•••', '•••')]);
      expect(await change('rotate-key')).toEqual([
        field('previous_key_until', null, expect.any(String)),
        field('api_key', '•••', '•••'),
      ]);
      expect(await change('pause-webhook')).toContainEqual(field('status', 'active', 'paused'));
      expect(await change('change-member-roles')).toEqual([field('roles', ['agent'], ['developer'])]);
      expect(await change('remove-member')).toContainEqual(field('roles', ['developer'], null));
      expect(await change('revoke-invitation')).toContainEqual(field('roles', ['agent'], null));
      expect(await change('update-bot')).toContainEqual(field('name', 'Helper', 'Eve'));
      expect(await change('delete-bot')).toContainEqual(field('name', 'Eve', null));
      expect(await change('update-recipient')).toEqual([field('name', '•••', '•••')]);
      expect(await change('set-consent')).toContainEqual(field('opted_out', false, true));
      expect(await change('update-conversation')).toEqual([field('status', 'open', 'resolved')]);
      const { items: conversations } = await owner.call('list-conversations', { limit: 10, status: 'resolved' });
      const bulk = await change('update-conversations', { filter: { status: 'resolved' }, status: 'archived' });
      expect(bulk).toEqual([
        field('changed', null, conversations.length),
        ...conversations.map(({ id }) => field(`${id}.status`, 'resolved', 'archived')),
      ]);
      expect((await owner.call('list-audit', { limit: 1 })).items[0]?.input).toMatchObject({
        filter: { status: 'resolved' },
      });
      expect(await change('update-me', { name: 'Owner of the shop' })).toEqual([field('name', '•••', '•••')]);
      expect(await change('delete-ai-key', { provider: 'openai' })).toContainEqual(field('provider', 'openai', null));
      const platform = { url: tenant.receiver.url, events: ['message-sent'] };
      const set = await change('set-tenant-platform-webhook', platform);
      expect(set).toContainEqual(field('events', null, ['message-sent']));
      expect(await change('set-tenant-platform-webhook', { ...platform, enabled: false })).toEqual([
        field('enabled', true, false),
      ]);
      expect(await change('remove-tenant-channel')).toContainEqual(field('id', tenant.phoneNumberId, null));
    });

    test('records changes by a key and the admin token in the log of the tenant', async () => {
      const tenant = await makeTenant(getSystem(), { channels: ['wd', 'wa'] });
      const { browser: owner } = await joinTenant(getSystem(), tenant.slug, 'owner');
      const session = await tenant.post('create-session', { label: 'Till' });
      await tenant.post('delete-session', { session_token: session.body.session_token });
      await tenant.admin('PATCH', `/keys/${tenant.instanceId}`, { ordered: true });
      const { items } = await owner.call('list-audit', { limit: 3 });
      expect(items).toMatchObject([
        { action: 'update-key', actor: { type: 'token', id: null }, changes: [{ field: 'ordered', after: true }] },
        { action: 'delete-session', actor: { type: 'key', id: tenant.instanceId } },
        { action: 'create-session', actor: { type: 'key', id: tenant.instanceId } },
      ]);
      expect(JSON.stringify(items)).not.toContain(session.body.session_token);
    });

    test('signs a removed member and an ended session out on every gateway', async () => {
      const system = getSystem();
      const { email, browser } = await joinTenant(system, shop.tenant.slug, 'developer');
      const { member } = await browser.call('me', {});
      const elsewhere = system.origins.map((origin) =>
        Object.assign(openConsoleBrowser(origin), { cookie: browser.cookie }),
      );
      for (const one of elsewhere) expect((await one.ask('me')).status).toBe(200);
      await shop.owner.call('remove-member', { id: member?.id ?? '' });
      for (const one of elsewhere)
        await pollUntil(async () => (await one.ask('me')).status === 401 || null, {
          deadlineMs: PATIENCE_MS,
          what: () => 'the end of the session',
        });
      const again = { email, password: CONSOLE_PASSWORD };
      expect((await openConsoleBrowser(system.origin).ask('sign-in', again)).body.error).toBe('wrong_credentials');
    });

    test('issues a new token at each sign-in, whatever token the browser had (fixation)', async () => {
      const { email } = await joinTenant(getSystem(), shop.tenant.slug, 'developer');
      const browser = openConsoleBrowser(getSystem().origin);
      const planted = `parley_session=${'F'.repeat(43)}`;
      browser.cookie = planted;
      await browser.call('sign-in', { email, password: CONSOLE_PASSWORD });
      expect(browser.cookie).not.toBe(planted);
      const before = browser.cookie;
      await browser.call('sign-in', { email, password: CONSOLE_PASSWORD });
      expect(browser.cookie).not.toBe(before);
      await browser.call('sign-out', {});
      expect((await browser.ask('me')).body.error).toBe('not_signed_in');
    });

    test('names the member who resolves a conversation in the platform webhook', async () => {
      const { owner, tenant } = shop;
      const receiver = getSystem().sandbox.receiver(`${tenant.slug}-told`);
      await owner.call('set-tenant-platform-webhook', {
        url: receiver.url,
        events: ['conversation-status-updated'],
      });
      const { member } = await owner.call('me', {});
      const { items } = await owner.call('list-conversations', { limit: 1 });
      await owner.call('update-conversation', {
        id: items[0]?.id ?? 0,
        status: 'resolved',
        assignee: member?.id ?? null,
      });
      const told = await pollUntil(async () => (await receiver.received())[0] ?? null, {
        deadlineMs: PATIENCE_MS,
        what: () => 'the event',
      });
      expect(JSON.parse(told.body).data).toMatchObject({ status: 'resolved', by: { type: 'member', id: member?.id } });
    });

    test('refuses the members of an erased tenant, and frees their addresses', async () => {
      const system = getSystem();
      const gone = await makeTenant(system);
      const { browser, email } = await joinTenant(system, gone.slug, 'owner');
      expect((await gone.admin('DELETE', '')).status).toBe(202);
      await pollUntil(async () => (await browser.ask('me')).status === 401 || null, {
        deadlineMs: PATIENCE_MS,
        what: () => 'the end of the session',
      });
      const again = { email, password: CONSOLE_PASSWORD };
      expect((await openConsoleBrowser(system.origin).ask('sign-in', again)).body.error).toBe('wrong_credentials');
      expect((await shop.owner.ask('invite-member', { email, roles: ['agent'], by: 'link' })).status).toBe(200);
    });

    test('lets the operator top a tenant up, and act as it', async () => {
      const operator = await openOperatorBrowser(getSystem());
      const { slug } = shop.tenant;
      const { balance } = await operator.call('add-credit', { slug, amount: '5' });
      await operator.call('act-as-tenant', { slug });
      expect((await operator.call('get-own-tenant', {})).balance).toBe(balance);
      const { items } = await shop.owner.call('list-ledger', { limit: 1 });
      expect(items).toMatchObject([{ kind: 'top_up', amount: '5.000000' }]);
    });
  });
}
