import { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { DeviceContent } from '@parley/sandbox/driver/sandbox-driver';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { hostileDeviceMessages } from '@parley/testing/hostile/hostile-device-messages';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

const OWNER = '15550001';
const BOB = '15550002';
const EVE = '15550003';
const TARGET = '3A7A26E7';
const LONG = 'x'.repeat(1_000_000);

let open: OpenPairing;
let tenant: TestTenant;
let group: string;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('w1');
  tenant = await open.makeTenant();
  await open.link(tenant, OWNER);
  await open.network.putPhone({ number: BOB, name: 'Bob' });
  await open.network.putPhone({ number: EVE, name: 'Eve' });
  group = (await open.network.makeGroup({ subject: 'Family', owner: BOB, participants: [OWNER, EVE] })).id;
  await write(BOB, { type: 'text', text: 'the target', id: TARGET });
  await itemOf(TARGET);
}, 60_000);
afterAll(async () => {
  await open[Symbol.asyncDispose]();
});

const write = async (from: string, body: DeviceContent & { to?: string }): Promise<string> =>
  (await open.network.writes(from, { to: OWNER, ...body })).id;
const itemsOf = (id: string) =>
  open.inbound.handed.map(({ item }) => item).filter((item) => item.providerMessageId === id);
const itemOf = (id: string) => open.until('an item', () => itemsOf(id)[0]);
const quarantined = async () =>
  (await open.database.db.query<{ source: string }>({ text: 'SELECT source FROM quarantined_elements' })).rows;
let checked = 0;
/** Asserts that another person's normal message still arrives, and that all items since the last call fit the contract. */
async function expectNormalArrives(): Promise<void> {
  const id = await write(BOB, { type: 'text', text: 'normal' });
  expect(await itemOf(id)).toMatchObject({ kind: 'message', text: 'normal', from: { name: 'Bob' } });
  const handed = open.inbound.handed.slice(checked);
  checked += handed.length;
  for (const { item } of handed) {
    expect(DeviceItem.safeParse(item).error).toBeUndefined();
    expect(JSON.stringify(item)).not.toMatch(/\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[cdef])/);
    expect(new Date(item.at).getTime()).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
    expect(new Date(item.at).getTime()).toBeGreaterThanOrEqual(0);
  }
}

describe('a stranger’s hostile message arrives and has no other effect', () => {
  test.each(hostileDeviceMessages(OWNER, TARGET))('%s', async (_what, body) => {
    await write(EVE, body as DeviceContent); // safe: these are messages that the emulated network takes
    await expectNormalArrives();
    expect(await quarantined()).toEqual([]);
  });

  test.each([
    ['NUL', '\u0000Eve\u0000'],
    ['a million characters', LONG],
    ['nothing', ''],
  ])('a name of %s', async (_what, name) => {
    await open.network.putPhone({ number: EVE, name });
    const id = await write(EVE, { type: 'text', text: 'who am I' });
    expect(await itemOf(id)).toMatchObject({ text: 'who am I' });
    const inGroup = await write(EVE, { to: group, type: 'text', text: 'and here' });
    expect(await itemOf(inGroup)).toMatchObject({ text: 'and here', group: { groupJid: group } });
    await expectNormalArrives();
  });

  test.each([
    [9e15, 'far in the future'],
    ['-1', 'before the epoch'],
    ['never', 'none'],
    ['Infinity', 'infinite'],
  ])('a receipt whose time is %s (%s) is reported, and blocks nothing', async (t, _what) => {
    const sent = await write(OWNER, { to: BOB, type: 'text', text: 'from the phone' });
    await itemOf(sent);
    await open.network.confirms(BOB, { to: OWNER, message_ids: [sent], type: 'read', t });
    await open.until('the receipt', () => itemsOf(sent).find(({ kind }) => kind === 'receipt'));
    const inGroup = await write(OWNER, { to: group, type: 'text', text: 'to all' });
    await itemOf(inGroup);
    await open.network.confirms(BOB, {
      to: OWNER,
      message_ids: [inGroup],
      type: 'read',
      t,
      group,
    });
    await open.until('the receipt of the group', () => itemsOf(inGroup).find(({ kind }) => kind === 'receipt'));
    await expectNormalArrives();
  });
});

test('a message nested in a thousand messages is reported as unsupported', async () => {
  const [, nested = {}] =
    hostileDeviceMessages(OWNER, TARGET).find(([what]) => what.startsWith('a message that is nested')) ?? [];
  const id = await write(EVE, nested as DeviceContent); // safe: the same
  expect(await itemOf(id)).toMatchObject({ kind: 'message', text: '', attachments: [{ type: 'unsupported' }] });
});

test('forwards 200 long messages of an offline night, in calls within the bus’s smallest limit', async () => {
  await open.stopWorker('w1');
  const text = (index: number) => `${index} ${'long '.repeat(13_000)}`;
  const ids: string[] = [];
  for (let index = 0; index < 200; index++) ids.push(await write(BOB, { type: 'text', text: text(index) }));
  await open.startWorker('w1');
  const reported = await pollUntil(
    () => {
      const found = ids.map((id) => itemsOf(id)[0]);
      return found.every(Boolean) ? found : null;
    },
    { what: () => 'all of them', progress: () => open.inbound.calls.length },
  );
  expect(reported.every((item) => item?.kind === 'message' && item.text.length > 60_000)).toBe(true);
  expect(Math.max(...open.inbound.calls)).toBeLessThan(1024 * 1024);
  await expectNormalArrives();
}, 180_000);

describe('an item that is refused permanently', () => {
  test('is quarantined, encrypted, and the others are reported', async () => {
    open.inbound.state.refuses = (item) => item.kind === 'message' && item.text.startsWith('poison');
    const device = `${OWNER}:1`;
    const before = await write(BOB, { type: 'text', text: 'before' });
    const bad = await write(EVE, { type: 'text', text: 'poison-secret' });
    const after = await write(BOB, { type: 'text', text: 'after' });
    await itemOf(before);
    await itemOf(after);
    const rows = await open.until('the quarantine', async () => {
      const found = await open.database.db.query<Record<string, unknown>>({
        text: 'SELECT tenant_id, channel, source, kind, reason, payload FROM quarantined_elements',
      });
      return found.rows.length > 0 && found.rows;
    });
    expect(rows).toEqual([
      {
        tenant_id: tenant.id,
        channel: 'wd',
        source: 'device',
        kind: 'message',
        reason: 'invalid_items',
        payload: expect.any(String),
      },
    ]);
    expect(rows[0]?.payload).not.toContain('secret');
    expect(itemsOf(bad)).toEqual([]);
    expect(await open.metric('w1', 'parley_device_quarantined_total')).toContain('{source="device",kind="message"} 1');
    // It was forwarded, so it is neither repeated nor kept by the device.
    await open.until('an empty inbox', async () => {
      const { rows: kept } = await open.database.db.query({ text: `SELECT 1 FROM device_keys WHERE type = 'inbox'` });
      return kept.length === 0;
    });
    expect(device).toBe((await open.deviceAt(device)).id);
    open.inbound.state.refuses = null;
    await expectNormalArrives();
  });
});
