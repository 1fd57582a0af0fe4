import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenPairing, openPairing } from '../../test/open-pairing.ts';

// docs/reference/wd.md#history
let open: OpenPairing;
let numbers = 15_552_000;

beforeAll(async () => {
  open = await openPairing();
  await open.startWorker('a');
});
afterEach(async () => {
  open.inbound.state.beforeImport = null;
  open.inbound.state.isAway = false;
  await open.network.changeSettings({ history_form: 'inline', history_parts: 1 });
});
afterAll(() => open[Symbol.asyncDispose]());

type Old = Parameters<OpenPairing['network']['putOldChat']>[1]['messages'];

const textsOf = (externalId: string) =>
  open.inbound.imported.filter((one) => one.externalId === externalId).map(({ message }) => message.text);
type Device = Awaited<ReturnType<OpenPairing['link']>>;
/** The network is asked first: what it no longer sends is stored, until it is imported. */
const isSettled = async ({ id, deviceId }: Device): Promise<boolean> => {
  const { history_sent: isSent, pending } = await open.deviceAt(deviceId);
  if (!isSent || pending > 0) return false;
  const { rowCount } = await open.database.db.query({
    text: `SELECT 1 FROM device_keys WHERE device_id = ${Number(id)} AND type = 'inbox'`,
  });
  return rowCount === 0;
};

async function linkWith(messages: NonNullable<Old>, { days = 30, others = 1 } = {}) {
  const tenant = await open.makeTenant();
  const number = String(++numbers);
  for (let index = 0; index < others; index++) {
    const person = String(++numbers);
    await open.network.putPhone({ number: person });
    await open.network.putOldChat(number, { with: person, messages });
  }
  const device = await open.link(tenant, number, 'Shop', days);
  return { tenant, number, device };
}
const untilSettled = (device: Device) => open.until('the history', () => isSettled(device));

const WEEK = [
  { text: 'too old', days_ago: 40 },
  { text: 'first', days_ago: 3 },
  { text: 'answer', own: true, days_ago: 2 },
  { text: 'last', days_ago: 1, quotes: 'first' },
];

test.each(['inline', 'file'] as const)(
  'a history (%s) is imported newest first, for the days of the session, and not as live messages',
  async (form) => {
    await open.network.changeSettings({ history_form: form });
    const { tenant, device } = await linkWith(WEEK);
    await untilSettled(device);
    expect(textsOf(device.id)).toEqual(['last', 'answer', 'first']);
    const [last, answer, first] = open.inbound.imported.filter(({ externalId }) => externalId === device.id);
    expect(last?.message).toMatchObject({ kind: 'message', replyToProviderId: first?.message.providerMessageId });
    expect(answer?.message).toMatchObject({ kind: 'echo', to: { phone: expect.stringMatching(/^\+\d+$/) } });
    expect(last?.tenantId).toBe(tenant.id);
    expect(open.inbound.handed.filter(({ externalId }) => externalId === device.id)).toEqual([]);
  },
);

test('without history_days no message of the history is imported', async () => {
  const { device } = await linkWith(WEEK, { days: 0 });
  await untilSettled(device);
  expect(textsOf(device.id)).toEqual([]);
  const ids = await open.database.db.prisma.device.findFirst({ where: { id: Number(device.id) } });
  expect(ids).toMatchObject({ historyFromId: null, historyToId: null });
});

test('messages of a history get lower ids than every message that arrives after the link', async () => {
  const { device } = await linkWith(WEEK);
  const ids = await open.database.db.prisma.device.findFirstOrThrow({ where: { id: Number(device.id) } });
  const { rows } = await open.database.db.query<{ next: string }>({
    text: `SELECT nextval('messages_id_seq') AS next`,
  });
  expect(Number(ids.historyToId) - Number(ids.historyFromId)).toBe(19_999);
  expect(Number(rows[0]?.next)).toBeGreaterThan(Number(ids.historyToId));
});

test('a message sent after the link is not imported', async () => {
  const { device } = await linkWith([
    { text: 'before', days_ago: 0.001 },
    { text: 'meanwhile', days_ago: -0.01 },
  ]);
  await untilSettled(device);
  expect(textsOf(device.id)).toEqual(['before']);
});

const many = Array.from({ length: 120 }, (_, index) => ({ text: `m${index}`, days_ago: 1 + index / 100 }));

test('a history in parts is imported in order: each part is older than the one before', async () => {
  await open.network.changeSettings({ history_parts: 3 });
  const { device } = await linkWith(many);
  await untilSettled(device);
  expect(textsOf(device.id)).toEqual(many.map(({ text }) => text));
});

test('a live message does not wait for the history', async () => {
  let isStuck = true;
  open.inbound.state.beforeImport = async () => {
    await open.until('the live message', () => !isStuck);
  };
  const { number, device } = await linkWith(many);
  const writer = String(++numbers);
  await open.network.putPhone({ number: writer });
  await open.network.writes(writer, { to: number, type: 'text', text: 'live' });
  await open.until('it', () => open.inbound.handed.some(({ externalId }) => externalId === device.id));
  expect(textsOf(device.id)).toEqual([]);
  isStuck = false;
  await untilSettled(device);
  expect(textsOf(device.id)).toHaveLength(many.length);
});

// Three parts, each with 80 messages: 40 of each of two chats. The worker ends before each call, and after the last one.
test.each([0, 1, 2, 3, 4, 5, 6])(
  'a worker that ends before call %i of an import loses and repeats nothing',
  async (calls) => {
    await open.network.changeSettings({ history_parts: 3 });
    let begun = 0;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    open.inbound.state.beforeImport = async () => {
      if (begun++ === calls) await released;
    };
    const { device } = await linkWith(many, { others: 2 });
    await open.until('the calls', async () => begun > calls || (await isSettled(device)));
    const stopped = open.stopWorker('a');
    release();
    await stopped;
    open.inbound.state.beforeImport = null;
    await open.startWorker('a');
    await open.until('the device', async () => (await open.deviceAt(device.deviceId)).is_active);
    await untilSettled(device);
    const mine = open.inbound.imported.filter(({ externalId }) => externalId === device.id);
    const people = new Set(mine.map(({ message }) => message.kind === 'message' && message.from.address));
    expect(people.size).toBe(2);
    for (const person of people) {
      const written = mine.filter(({ message }) => message.kind === 'message' && message.from.address === person);
      expect(written.map(({ message }) => message.text)).toEqual(many.map(({ text }) => text));
    }
  },
  60_000,
);

test('an outage of services/inbound delays the import and loses nothing', async () => {
  open.inbound.state.isAway = true;
  const { device } = await linkWith(WEEK);
  expect(textsOf(device.id)).toEqual([]);
  open.inbound.state.isAway = false;
  await untilSettled(device);
  expect(textsOf(device.id)).toEqual(['last', 'answer', 'first']);
});
