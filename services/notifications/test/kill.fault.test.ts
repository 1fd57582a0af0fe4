import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import { pollUntil } from '@parley/testing/poll-until';
import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { makeTestTenant } from '@parley/testing/test-tenant';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailServer, type MailStep, openMailServer } from './mail-server.ts';

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
const KEYS = `k1:${randomBytes(32).toString('base64')}`;
/** A worker that is gone is seen within seconds; a loaded machine takes its time. */
const DEADLINE_MS = 60_000;

let database: TestDatabase;
let mail: MailServer;
const workers: ChildProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  mail = await openMailServer();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  await mail[Symbol.asyncDispose]();
  await database.drop();
});

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(PROGRAM, {
    execArgv: ['--import', 'tsx', '--conditions=source'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PARLEY_ENCRYPTION_KEYS: KEYS,
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PARLEY_MAIL_FROM: 'notices@parley.example',
      PARLEY_NOTIFY_GROUP_SECONDS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

async function makeFact(): Promise<void> {
  const { id: tenantId } = await makeTestTenant(database.db);
  const now = new Date();
  await database.db.prisma.recipient.create({
    data: {
      tenantId,
      name: 'Ann',
      email: 'ann@shop.example',
      emailConfirmedAt: now,
      language: 'en',
      timeZone: 'UTC',
      createdAt: now,
    },
  });
  const data = { balance: '9', threshold: '10' };
  await writeFacts(database.db, [{ tenantId, kind: 'low_credit', subject: 'a', period: '1', data, happenedAt: now }]);
}

const untilEnded = (): Promise<string> =>
  pollUntil(
    async () => {
      const [row] = await database.db.prisma.notification.findMany({ select: { status: true } });
      return row && ['sent', 'unknown', 'failed'].includes(row.status) ? row.status : null;
    },
    { deadlineMs: DEADLINE_MS, what: () => 'the notification to end' },
  );

test.each<[MailStep, string, number]>([
  ['connected', 'sent', 1],
  ['sender', 'sent', 1],
  ['recipient', 'sent', 1],
  ['taken', 'unknown', 1],
])(
  'a kill when the mail server is at %s: %s, and the mail came once at most',
  async (step, status, mails) => {
    const first = await startWorker();
    const reached = mail.holdAt(step);
    await makeFact();
    await reached;
    first.kill('SIGKILL');
    await once(first, 'exit');
    mail.release();
    await startWorker();
    expect(await untilEnded()).toBe(status);
    expect(mail.mails).toHaveLength(mails);
  },
  2 * DEADLINE_MS,
);
