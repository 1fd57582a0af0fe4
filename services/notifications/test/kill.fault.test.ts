import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import { endStatementsOf, holdTable } from '@parley/testing/database/hold-table';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { startProgram } from '@parley/testing/programs/start-program';
import { casesOf } from '@parley/testing/tier';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailServer, type MailStep, openMailServer } from './mail-server.ts';

const PROGRAM = new URL('./worker-process.ts', import.meta.url);
const KEYS = `k1:${randomBytes(32).toString('base64')}`;
/** A dead worker is detected within seconds; a loaded machine takes longer. */
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

async function startWorker(variables: Record<string, string> = {}): Promise<ChildProcess> {
  const worker = startProgram(PROGRAM, {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PARLEY_ENCRYPTION_KEYS: KEYS,
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PARLEY_MAIL_FROM: 'notices@parley.example',
      PARLEY_NOTIFY_GROUP_SECONDS: '0',
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

async function makeFact(kinds: Record<string, Record<string, string>> = {}): Promise<void> {
  const { id: tenantId } = await makeTestTenant(database.db);
  const now = new Date();
  await database.db.prisma.recipient.create({
    data: {
      tenantId,
      name: 'Ann',
      email: 'ann@shop.example',
      emailConfirmedAt: now,
      phone: '+96550000012',
      phoneConfirmedAt: now,
      kinds,
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

const MAIL_STEPS: readonly [MailStep, string, number][] = [
  ['connected', 'sent', 1],
  ['sender', 'sent', 1],
  ['taken', 'unknown', 1],
  ['recipient', 'sent', 1],
];

// A short run takes two of the four, and the next commit's the others.
test.each(casesOf(MAIL_STEPS, 2))(
  'a kill when the mail server is at %s: %s, and the mail arrives at most once',
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

/** Parts of the statements at which a worker can be stopped. */
const PLAN = 'INSERT INTO notifications';
const BEGIN = 'SET "status" = $1 WHERE';
const SETTLE = '"accepted_at" = $';

/** Kills a worker in the middle of a statement, which never takes effect. */
async function endInStatement(worker: ChildProcess, statement: string, begin: () => Promise<void>): Promise<void> {
  const held = await holdTable(database.url, 'notifications');
  await begin();
  await held.waiting(statement);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await endStatementsOf(database.url, 'parley');
  await held.release();
}

test(
  'a kill while a fact becomes a message: the next worker creates it and sends it once',
  async () => {
    const first = await startWorker();
    await endInStatement(first, PLAN, makeFact);
    expect(await database.db.prisma.notification.count()).toBe(0);
    await startWorker();
    expect(await untilEnded()).toBe('sent');
    expect(mail.mails).toHaveLength(1);
  },
  2 * DEADLINE_MS,
);

test(
  'a kill just before the mail is sent: nothing has left, and the next worker sends it once',
  async () => {
    const first = await startWorker();
    const reached = mail.holdAt('recipient');
    await makeFact();
    await reached;
    await endInStatement(first, BEGIN, async () => mail.go());
    expect(mail.mails).toHaveLength(0);
    await startWorker();
    expect(await untilEnded()).toBe('sent');
    expect(mail.mails).toHaveLength(1);
  },
  2 * DEADLINE_MS,
);

test(
  'a kill after the server accepted the mail, before that is stored: the outcome is unknown, and the mail arrived once',
  async () => {
    const first = await startWorker();
    const reached = mail.holdAt('taken');
    await makeFact();
    await reached;
    await endInStatement(first, SETTLE, async () => mail.go());
    await startWorker();
    expect(await untilEnded()).toBe('unknown');
    expect(mail.mails).toHaveLength(1);
  },
  2 * DEADLINE_MS,
);

test(
  'a kill during the call of an SMS provider: the outcome is unknown, and there is one call',
  async () => {
    let calls = 0;
    let reach = (): void => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const provider: Server = createServer(() => {
      calls++;
      reach();
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    // safe: it listens on an address
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const sms = { PARLEY_SMS_PROVIDER: 'twilio', PARLEY_SMS_URL: url, PARLEY_SMS_ACCOUNT: 'AC1', PARLEY_SMS_FROM: 'P' };
    const first = await startWorker(sms);
    await makeFact({ low_credit: { email: 'off', sms: 'now' } });
    await reached;
    first.kill('SIGKILL');
    await once(first, 'exit');
    await startWorker(sms);
    expect(await untilEnded()).toBe('unknown');
    expect(calls).toBe(1);
    provider.closeAllConnections();
    provider.close();
  },
  2 * DEADLINE_MS,
);
