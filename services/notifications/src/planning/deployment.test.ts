import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, START } from '../../test/open-notifications.ts';
import { watchDeployment } from './watch-deployment.ts';

let open: OpenNotifications;

beforeAll(async () => {
  open = await openNotifications();
});
afterAll(() => open[Symbol.asyncDispose]());
beforeEach(async () => {
  open.setNow(START);
  open.mail.mails.length = 0;
  const { prisma } = open.database.db;
  await prisma.deploymentAlarm.deleteMany();
  await prisma.notification.deleteMany();
  await prisma.notificationFact.deleteMany();
  await prisma.recipient.deleteMany();
});

const operator = () => open.addRecipient({ email: 'op@parley.example', kinds: {} }, null);
const notified = async (): Promise<unknown[]> =>
  (await open.database.db.prisma.notificationFact.findMany({ orderBy: { id: 'asc' } })).map(({ data }) => data);

/** Creates a due notification of the tenant that no worker sends. */
async function makeWaitingWork(): Promise<void> {
  await open.database.db.prisma.notification.create({
    data: {
      id: 'ntf_waits',
      way: 'email',
      kind: 'low_credit',
      address: 'x',
      dueAt: START,
      createdAt: START,
      status: 'waiting',
    },
  });
}
const endWork = () => open.database.db.prisma.notification.deleteMany();

// docs/reference/notifications.md#the-deployment
test('work that waits too long is reported to the operator’s recipients, once per crossing', async () => {
  await operator();
  await open.addRecipient();
  await makeWaitingWork();
  const other = open.makeReplica();
  const look = () => Promise.all([watchDeployment(open.service), watchDeployment(other)]);
  open.pass(15);
  await look();
  expect(await notified()).toEqual([]);
  open.pass(2);
  await look();
  await look();
  expect(await notified()).toEqual([{ what: 'queue', value: '17 min' }]);
  await endWork();
  await look();
  open.setNow(START);
  await makeWaitingWork();
  open.pass(30);
  await look();
  expect(await notified()).toEqual([
    { what: 'queue', value: '17 min' },
    { what: 'queue', value: '30 min' },
  ]);
  await endWork();
  await open.planAndSend();
  expect(open.mail.mails.map(({ to }) => to)).toEqual([['op@parley.example']]);
});

test('a new recipient is notified of values that are still beyond their threshold', async () => {
  await makeWaitingWork();
  open.pass(60);
  await watchDeployment(open.service);
  expect(await notified()).toEqual([]);
  await operator();
  open.pass(1);
  await watchDeployment(open.service);
  await watchDeployment(open.service);
  expect(await notified()).toEqual([{ what: 'queue', value: '61 min' }]);
});

test('due deliveries count as work, but not those of a paused webhook or those that wait for their next attempt', async () => {
  await operator();
  const { query } = open.database.db;
  await query({
    text: `INSERT INTO platform_webhooks (instance_id, events, url, secret) VALUES ('plt_slow', '{email-sent}', 'https://a.example', '')`,
  });
  await query({ text: `INSERT INTO lanes (instance_id) VALUES ('plt_slow')` });
  await query({
    text: `INSERT INTO deliveries (event_seq, instance_id, due_at) VALUES (1, 'plt_slow', $1)`,
    values: [START],
  });
  open.pass(20);
  const setLane = (text: string) => query({ text: `UPDATE lanes SET ${text} WHERE instance_id = 'plt_slow'` });
  await setLane(`paused_at = '2026-07-01'`);
  await watchDeployment(open.service);
  await setLane(`paused_at = NULL, resume_at = '2026-07-02'`);
  await watchDeployment(open.service);
  expect(await notified()).toEqual([]);
  await setLane('resume_at = NULL');
  await watchDeployment(open.service);
  expect(await notified()).toEqual([{ what: 'queue', value: '20 min' }]);
  await query({ text: 'DELETE FROM platform_webhooks' });
});

test('low disk space is reported once, for this machine, and a machine without the data directory does not report it', async () => {
  await operator();
  const always = { PARLEY_DISK_ALERT_MB: 1_000_000_000, PARLEY_QUEUE_ALERT_SECONDS: 0 };
  await watchDeployment(open.makeReplica({ ...always, PARLEY_DATA_DIR: '/nowhere/at/all' }));
  await watchDeployment(open.makeReplica({ ...always, PARLEY_DISK_ALERT_MB: 0 }));
  expect(await notified()).toEqual([]);
  const machine = open.makeReplica(always);
  await watchDeployment(machine);
  await watchDeployment(machine);
  expect(await notified()).toEqual([{ what: 'disk', value: expect.stringMatching(/^[\d.]+ (GB|MB)$/) }]);
  await watchDeployment(open.makeReplica({ ...always, PARLEY_DISK_ALERT_MB: 1 }));
  expect(await open.database.db.prisma.deploymentAlarm.count()).toBe(0);
});
