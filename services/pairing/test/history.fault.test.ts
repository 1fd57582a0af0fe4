import { AppError } from '@parley/common/errors';
import { expect, test } from 'vitest';
import { openProcesses } from './open-processes.ts';

// docs/reference/wd.md#history
const NUMBER = '15553001';
const PEOPLE = ['15553002', '15553003'];
const MESSAGES = Array.from({ length: 120 }, (_, index) => ({ text: `m${index}`, days_ago: 1 + index / 100 }));
/** Three parts of 80 messages are six calls; a part that is begun again repeats some. */
const KILLS = 4;

test('a history is imported once and in order by workers of which each is killed during a call, before or after it is stored', async () => {
  await using processes = await openProcesses();
  const { open, start, workers } = processes;
  await open.network.changeSettings({ history_parts: 3 });
  for (const person of PEOPLE) {
    await open.network.putPhone({ number: person });
    await open.network.putOldChat(NUMBER, { with: person, messages: MESSAGES });
  }
  let worker = start('./patient-worker.ts');
  let kills = 0;
  await open.until('the first worker', async () => (await workers()) === 1);
  open.inbound.state.beforeImport = async () => {
    if (kills === KILLS) return;
    kills++;
    const victim = worker;
    worker = start('./patient-worker.ts');
    await open.until('the next worker', async () => (await workers()) === 2);
    victim.signal('SIGKILL');
    await victim.exited;
    if (kills % 2 === 1) throw new AppError('service_unavailable', { retry_after: 1 });
  };
  const device = await open.link(await open.makeTenant(), NUMBER, 'Shop', 30);
  await open.until('the import', async () => {
    const { rowCount } = await open.database.db.query({ text: `SELECT 1 FROM device_keys WHERE type = 'inbox'` });
    return kills === KILLS && rowCount === 0 && (await open.deviceAt(device.deviceId)).pending === 0;
  });
  expect(open.inbound.imported).toHaveLength(PEOPLE.length * MESSAGES.length);
  for (const person of PEOPLE) {
    const written = open.inbound.imported.filter(
      ({ message }) => message.kind === 'message' && message.from.phone === `+${person}`,
    );
    expect(written.map(({ message }) => message.text)).toEqual(MESSAGES.map(({ text }) => text));
  }
  expect(open.inbound.handed).toEqual([]);
  expect(await open.deviceAt(device.deviceId)).toMatchObject({ max_concurrent: 1, replaced: 0 });
}, 240_000);
