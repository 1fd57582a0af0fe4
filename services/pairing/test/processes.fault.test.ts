import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { openProcesses } from './open-processes.ts';

const NUMBERS = ['15552001', '15552002', '15552003'];

/** Longer than a lease, and than the contract's 30 s, on a machine with two busy cores. */
const TAKEN_OVER_MS = 45_000;

test('the devices of a worker that dies, and of one that freezes, are taken over with their acknowledged messages; the frozen one wakes and releases them', async () => {
  await using processes = await openProcesses();
  const { open, start, workers } = processes;
  const untilLong = (what: string, look: () => Promise<boolean>) =>
    pollUntil(async () => (await look()) || null, { deadlineMs: TAKEN_OVER_MS, what: () => what, everyMs: 100 });
  const first = start();
  await untilLong('the first worker', async () => (await workers()) === 1);
  const tenant = await open.makeTenant();
  const devices: Awaited<ReturnType<typeof open.link>>[] = [];
  for (const number of NUMBERS) devices.push(await open.link(tenant, number));
  const loginsOf = async (id: string): Promise<number> => (await open.deviceAt(id)).logins.length;
  const allLoggedIn = async (times: number) =>
    (await Promise.all(devices.map(({ deviceId }) => loginsOf(deviceId)))).every((logins) => logins === times);

  const second = start();
  await untilLong('the second worker', async () => (await workers()) === 2);
  // Acknowledged and decrypted, and still only in the worker when it dies.
  open.inbound.state.isAway = true;
  const write = (text: string, to = NUMBERS[0] ?? '') => open.network.writes('15559001', { to, type: 'text', text });
  const between = await Promise.all(NUMBERS.map((number) => write('between receipt and storing', number)));
  await untilLong('the receipts', async () => {
    const messages = await open.network.carried();
    const settled = messages.flatMap((one) => (one.settled ? [one.id] : []));
    return between.every(({ id }) => settled.includes(id));
  });
  first.signal('SIGKILL');
  await first.exited;
  expect(open.inbound.handed).toEqual([]);
  open.inbound.state.isAway = false;
  await untilLong('the take-over from a dead worker', () => allLoggedIn(2));
  const idsHanded = () => open.inbound.handed.map(({ item }) => item.providerMessageId);
  await untilLong('what only the dead one had read', async () => between.every(({ id }) => idsHanded().includes(id)));
  for (const { deviceId } of devices)
    expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });

  start();
  await untilLong('the third worker', async () => (await workers()) >= 2);
  second.signal('SIGSTOP');
  await untilLong('the take-over from a frozen worker', () => allLoggedIn(3));
  second.signal('SIGCONT');
  await untilLong('the frozen worker to let go', async () => second.output().includes('device.lease-lost'));
  const { id } = await write('hi');
  await open.until('a message', () => idsHanded().includes(id));
  // It has opened no socket again and reported nothing.
  expect(await allLoggedIn(3)).toBe(true);
  for (const { deviceId } of devices) expect(await open.deviceAt(deviceId)).toMatchObject({ connected: 1 });
  expect((await open.eventsOf(tenant)).map(({ type }) => type)).toEqual(NUMBERS.map(() => 'channel.connected'));
  for (const output of [first.output(), second.output()]) expect(output).not.toMatch(/privKey|SessionEntry|wa\.me/);

  // A stopping worker exits by itself.
  second.signal('SIGTERM');
  await second.exited;
}, 240_000);

test('the devices of a killed worker connect at once, without waiting for its lease of ten minutes', async () => {
  await using processes = await openProcesses();
  const { open, start, workers } = processes;
  const tenant = await open.makeTenant();
  const first = start('./patient-worker.ts');
  await open.until('the first worker', async () => (await workers()) === 1);
  const devices: Awaited<ReturnType<typeof open.link>>[] = [];
  for (const number of NUMBERS) devices.push(await open.link(tenant, number));
  start('./patient-worker.ts');
  await open.until('the second worker', async () => (await workers()) === 2);
  first.signal('SIGKILL');
  for (const { deviceId } of devices) {
    await open.until('the second login', async () => (await open.deviceAt(deviceId)).logins.length === 2);
    expect(await open.deviceAt(deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
  }
  expect(await workers()).toBe(1);
}, 120_000);
