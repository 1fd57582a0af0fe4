import { createHash } from 'node:crypto';
import { createGroup } from '@parley/common/contracts/groups/create-group';
import { expect, test } from 'vitest';
import { openProcesses } from './open-processes.ts';

const OWNER = '15552501';
const BOB = '15552502';

// docs/reference/groups.md#creating
test('a worker that is killed between the network’s answer and storing it leaves one group: the repeat returns it', async () => {
  await using processes = await openProcesses();
  const { open, start, workers } = processes;
  const first = start();
  await open.until('the first worker', async () => (await workers()) === 1);
  const tenant = await open.makeTenant();
  await open.network.putPhone({ number: BOB });
  await open.link(tenant, OWNER);
  const idempotency = { key: 'once', bodyHash: createHash('sha256').update('body').digest('hex') };
  const create = () => open.act(tenant, createGroup, { subject: 'Once', participants: [`+${BOB}`] }, idempotency);
  const made = async () => (await open.network.groups()).filter(({ subject }) => subject === 'Once');

  // The network makes the group; the worker is killed while it waits for the answer.
  await open.network.changeSettings({ group_queries: 'unanswered' });
  const lost = create().then(
    () => 'done',
    ({ code }) => code,
  );
  await open.until('the group', async () => (await made()).length === 1);
  first.signal('SIGKILL');
  await first.exited;
  await open.network.changeSettings({ group_queries: 'answered' });
  expect(await lost).not.toBe('done');
  start();
  // Stands for the time after which the key of a dead process may be taken over.
  await open.database.db.query({ text: `UPDATE idempotency_keys SET locked_until = now() - interval '1 s'` });
  const again = await open.until('another worker to answer', () =>
    create().then(
      ({ output }) => output,
      () => null,
    ),
  );
  expect(again).toMatchObject({ group: { subject: 'Once', size: 2 }, results: [{ ok: true }] });
  expect((await made()).map(({ id }) => id)).toEqual([again.group.groupId]);
}, 120_000);
