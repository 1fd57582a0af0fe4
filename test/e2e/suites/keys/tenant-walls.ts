import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import { describe, expect, test } from 'vitest';
import { makeTenant, type TestTenant } from '../../../support/tenants/client.ts';
import { contactsOf, makeRichTenant } from '../../../support/tenants/rich-tenant.ts';
import type { GetSystem } from '../get-system.ts';

const OF_TENANT = '/tenants/{slug}';

/** Valid bodies, so that only the id is wrong. */
const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'rotate-key': { grace_hours: 1 },
  'add-knowledge': { kind: 'text', title: 'Eve', text: 'Eve' },
  'try-bot': { messages: [{ from: 'customer', text: 'hello' }] },
  'update-recipient': { name: 'Eve' },
  'confirm-recipient': { code: '000000' },
  'update-key': { label: 'Eve' },
  'send-test-event': { event: 'message.sent' },
  'update-conversation': { status: 'resolved' },
  'set-consent': { opted_out: true },
  'send-from-dashboard': { message: 'Eve' },
  'add-upload-piece': { offset: 0, data: 'RXZl' },
  'add-move-in-keys': { keys: [{ type: 'session', id: '1.0', value: '{}' }] },
  'finish-move-in': { keys: 1 },
  'import-move-in-history': { history: 'RXZl' },
};
/**
 * Segments without a foreign id: quarantine is empty until something went wrong, and an AI key is named by its provider
 * in each tenant (services/bots/test).
 */
const WITHOUT_ID = new Set(['quarantine', 'ai-keys']);

const FAR_AWAY = 500_000n;

/** An id of the same form that identifies nothing of the calling tenant. */
const nobodys = (id: string): string =>
  /^\d+$/.test(id) ? String(BigInt(id) + FAR_AWAY) : `${id.slice(0, -1)}${id.endsWith('1') ? '2' : '1'}`;

/** All of a tenant that the operator API shows, except values that change by themselves. */
async function snapshot(tenant: TestTenant): Promise<unknown> {
  const paths = [
    '',
    '/recipients',
    '/ai-keys',
    '/bots',
    '/keys',
    '/channels',
    '/notification-settings',
    '/move-ins',
    '/platform-webhook',
    '/conversations',
  ];
  return Promise.all(paths.map(async (path) => (await tenant.admin('GET', path)).body));
}

const named = OPERATOR_ENDPOINTS.filter(({ path }) => /^\/tenants\/\{slug\}\/.*\{/.test(path));
const lists = OPERATOR_ENDPOINTS.filter(
  ({ method, path }) =>
    method === 'GET' && path.startsWith(`${OF_TENANT}/`) && !path.slice(OF_TENANT.length).includes('{'),
);

/** No tenant reaches another one's data (docs/reference/operator-api.md), for every operation of the contracts. */
export function tenantWallSuite(getSystem: GetSystem): void {
  describe('a tenant', () => {
    test('reaches nothing of another tenant by its id', async () => {
      const [{ tenant: owner, ids }, eve] = [await makeRichTenant(getSystem()), await makeTenant(getSystem())];
      const before = await snapshot(owner);
      const reached: unknown[] = [];
      let asked = 0;
      for (const { method, path, name } of named) {
        const segment = path.split('/')[3] ?? '';
        if (WITHOUT_ID.has(segment)) continue;
        const id = ids[segment];
        if (id === undefined) throw new Error(`${name}: this test has no id for ${segment}.`);
        const ask = async (wanted: string) => {
          const address = path
            .slice(OF_TENANT.length)
            .replace('{channel}', 'wa')
            .replace('{source}', ids.sources ?? '')
            .replace('{message_id}', '1')
            .replace(/\{\w+\}/, encodeURIComponent(wanted));
          const { status, body } = await eve.admin(method, address, BODIES[name]);
          return { status, error: body.error };
        };
        const foreign = await ask(id);
        asked++;
        if (foreign.status < 404) reached.push({ name, ...foreign });
        expect({ name, ...foreign }).toEqual({ name, ...(await ask(nobodys(id))) });
      }
      expect(reached).toEqual([]);
      expect(asked).toBeGreaterThan(12);
      const replay = await eve.admin('POST', '/deliveries/replay', { id: ids.deliveries, status: 'any' });
      expect(replay.body.replayed ?? 0).toBe(0);
      expect(await snapshot(owner)).toEqual(before);
    });

    test('sees nothing of another tenant in any list', async () => {
      const [{ tenant: owner, ids, customer }, eve] = [
        await makeRichTenant(getSystem()),
        await makeTenant(getSystem()),
      ];
      const marks = [owner.slug, owner.instanceId, owner.phoneNumberId, ids.deliveries ?? '', customer];
      const addresses: Record<string, string> = {
        'list-contacts': contactsOf(customer),
        // Text that a customer wrote to the owner.
        'search-people': `/people?${new URLSearchParams({ q: customer })}`,
        'search-messages': `/messages?${new URLSearchParams({ q: 'hello' })}`,
      };
      for (const { path, name } of lists) {
        const { status, body } = await eve.admin('GET', addresses[name] ?? path.slice(OF_TENANT.length));
        expect([200, 404], name).toContain(status);
        for (const mark of marks) expect(JSON.stringify(body), name).not.toContain(mark);
      }
      expect(lists.length).toBeGreaterThan(7);
    });
  });
}
