import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { cancelMessage, inHours, later } from '../../test/scheduled.ts';
import type { TestTenant } from '../../test/test-tenant.ts';
import { handOver } from '../sends/send-message.steps.ts';
import type { SendService } from '../service.ts';
import { claimDueSends, releaseLostClaim } from './claim-due-sends.steps.ts';
import { postponeSends } from './due.store.ts';
import type { ClaimedSend } from './scheduled-send.rules.ts';
import { prepareScheduled, sendScheduled } from './send-scheduled.steps.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeEach(async () => {
  system = await openSend();
  tenant = await system.addTenant({ balance: 100 });
});
afterEach(() => system[Symbol.asyncDispose]());

/** A worker claims what is due in two hours, at most this many; the duties of `system` still have today's clock. */
async function claim(count = 8): Promise<{ worker: SendService; claimed: ClaimedSend[] }> {
  const worker = system.otherWorker(inHours(2));
  const claimed = await claimDueSends(worker, [{ tenantId: tenant.id, accountId: tenant.tg, count }], inHours(2));
  return { worker, claimed };
}

async function claimOne(): Promise<{ worker: SendService; claimed: ClaimedSend }> {
  const { worker, claimed } = await claim();
  const [first, ...more] = claimed;
  if (!first || more.length > 0) throw new Error('Expected one claimed message.');
  return { worker, claimed: first };
}

/** Runs the sweeper after the message is overdue, and after the wait for its outcome. */
async function sweep(): Promise<void> {
  await system.sweepAt(inHours(3));
  await system.sweepAt(inHours(9));
}

/** Runs the duties with the clock in two hours, until nothing is scheduled or being sent. */
async function leave(): Promise<void> {
  system.setNow(inHours(2));
  await pollUntil(
    async () =>
      (await tenant.messages()).some(({ status }) => ['scheduled', 'sending'].includes(status)) ? null : true,
    { what: () => 'every message to leave' },
  );
  system.setNow(null);
}

const cancel = (messageId: string) => cancelMessage(system, tenant, messageId);

const failures = async () => (await tenant.events('message.status')).map(({ data }) => data);

describe('a process that dies', () => {
  test('after the commit of the reservation: the message is there once, and the repeat gets its answer', async () => {
    const first = await tenant.send(later('900'), { key: 'crash' });
    await system.restart();
    expect(await tenant.sendWithMeta(later('900'), { key: 'crash' })).toEqual({
      output: first,
      meta: { replayed: true },
    });
    await leave();
    expect(await system.accepted('900')).toHaveLength(1);
    expect(await tenant.balance()).toEqual({ balance: 99, ledger: 99 });
  });

  test('after a claim: the message is not sent, fails with a refund, and is reported', async () => {
    await tenant.send(later('901'));
    await claimOne();
    await sweep();
    expect(await system.accepted('901')).toEqual([]);
    expect(await failures()).toMatchObject([{ status: 'failed', error: { code: 'provider_timeout' } }]);
    expect(await tenant.balance()).toEqual({ balance: 100, ledger: 100 });
    await leave();
    expect(await system.accepted('901')).toEqual([]);
  });

  test('after the platform accepted it: the message is not sent again, and its unknown outcome is reported', async () => {
    await tenant.send(later('902'));
    const { worker, claimed } = await claimOne();
    const send = await prepareScheduled(worker, claimed);
    const credentials = worker.openCredentials(claimed.account.credentials);
    const { outcome } = await handOver(worker, send, credentials, (call) => call(5000));
    expect(outcome).toMatchObject({ kind: 'accepted' });
    await sweep();
    await leave();
    expect(await system.accepted('902')).toHaveLength(1);
    expect(await failures()).toMatchObject([{ status: 'failed', error: { code: 'provider_timeout' } }]);
    expect(await tenant.balance()).toEqual({ balance: 100, ledger: 100 });
  });

  test('a stop waits for the messages that are being sent', async () => {
    const { messageId } = await tenant.send(later('903'));
    await system.fault({ provider: 'tg', match: { to: '903' }, mode: 'delay', delay_ms: 500 });
    system.setNow(inHours(2));
    await pollUntil(async () => ((await tenant.lookUp(messageId)).status === 'sending' ? true : null), {
      what: () => 'the message to be sent',
    });
    await system.restart();
    expect(await tenant.lookUp(messageId)).toMatchObject({ status: 'sent' });
    expect(await system.accepted('903')).toHaveLength(1);
  });
});

describe('a claim', () => {
  test('whose commit got no response is released: the message is sent once', async () => {
    await tenant.send(later('910'));
    const { worker, claimed } = await claimOne();
    await releaseLostClaim(worker, [claimed]);
    expect(await tenant.onlyMessage()).toMatchObject({ status: 'scheduled' });
    await leave();
    expect(await system.accepted('910')).toHaveLength(1);
    expect(await tenant.events('message.sent')).toHaveLength(1);
  });

  test('of another worker is not given back', async () => {
    await tenant.send(later('911'));
    const { worker, claimed } = await claimOne();
    const given = { dueAt: inHours(2), claimId: 'another' };
    expect(await postponeSends(worker.rawDatabase, [claimed], given)).toBe(0);
    expect(await tenant.onlyMessage()).toMatchObject({ status: 'sending' });
  });

  test('that a stopped process resumes too late sends nothing: the message waits again', async () => {
    await tenant.send(later('912'));
    const { worker, claimed } = await claimOne();
    await sendScheduled(worker, { ...claimed, claimedAtMs: inHours(-1).getTime() });
    expect(await system.accepted('912')).toEqual([]);
    expect(await tenant.onlyMessage()).toMatchObject({ status: 'scheduled' });
    expect(await system.rows('SELECT attempts FROM scheduled_sends')).toEqual([{ attempts: 1 }]);
  });

  test('that a stopped process resumes after the sweeper has ended it changes nothing', async () => {
    await tenant.send(later('913'));
    const { worker, claimed } = await claimOne();
    await sweep();
    await sendScheduled(worker, { ...claimed, claimedAtMs: inHours(-1).getTime() });
    expect(await system.accepted('913')).toEqual([]);
    expect(await tenant.onlyMessage()).toMatchObject({ status: 'failed' });
    expect(await system.rows('SELECT * FROM scheduled_sends')).toEqual([]);
    expect(await tenant.balance()).toEqual({ balance: 100, ledger: 100 });
  });

  test('belongs to one worker: two that claim at once share the messages', async () => {
    const sent = await Promise.all(Array.from({ length: 40 }, (_, index) => tenant.send(later(`92${index}`))));
    const claims = await Promise.all([claim(30), claim(30), claim(30)]);
    const ids = claims.flatMap(({ claimed }) => claimed.map(({ messageId }) => messageId));
    expect(ids.toSorted()).toEqual(sent.map(({ messageId }) => messageId).toSorted());
  });

  test('races with cancel-send: each message is either cancelled and refunded, or sent', async () => {
    const sent = await Promise.all(Array.from({ length: 40 }, (_, index) => tenant.send(later(`93${index}`))));
    const leaving = leave();
    const ended = await Promise.allSettled(sent.map(({ messageId }) => cancel(messageId)));
    await leaving;
    const cancelled = ended.filter(({ status }) => status === 'fulfilled').length;
    const refused = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(new Set([...refused, 'not_scheduled'])).toEqual(new Set(['not_scheduled']));
    const statuses = (await tenant.messages()).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(cancelled);
    expect(statuses.filter((status) => status === 'sent')).toHaveLength(40 - cancelled);
    expect(await tenant.events('message.sent')).toHaveLength(40 - cancelled);
    expect(await tenant.balance()).toEqual({ balance: 60 + cancelled, ledger: 60 + cancelled });
  });
});

describe('a reservation whose commit got no answer', () => {
  /** Schedules while PostgreSQL holds the commit, and cuts the connection: PostgreSQL then finishes the commit. */
  async function loseCommit(options: { key?: string }): Promise<unknown> {
    await system.rows(
      `CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(953); RETURN NULL; END'`,
    );
    await system.rows(
      `CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`,
    );
    const { lost } = await system.database.db.transaction(async (sql) => {
      await sql.query({ text: 'SELECT pg_advisory_xact_lock(953)' });
      const lost = tenant.send(later('940'), options).catch((error: unknown) => error);
      await pollUntil(
        async () => {
          const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'COMMIT'`;
          return (await system.rows(waiting)).length > 0 ? true : null;
        },
        { what: () => 'the commit to wait' },
      );
      system.databaseSwitch.cut();
      return { lost };
    });
    const error = await lost;
    system.databaseSwitch.restore();
    return error;
  }

  test('is cancelled, because its caller got an error that says nothing was stored', async () => {
    expect(await loseCommit({})).toMatchObject({ code: 'service_unavailable' });
    await pollUntil(async () => ((await tenant.messages())[0]?.status === 'failed' ? true : null), {
      what: () => 'the message to be cancelled',
    });
    expect(await tenant.balance()).toEqual({ balance: 100, ledger: 100 });
    expect(await system.rows('SELECT * FROM scheduled_sends')).toEqual([]);
  });

  test('stays under its Idempotency-Key: the repeat returns it, and it is sent once', async () => {
    expect(await loseCommit({ key: 'lost' })).toMatchObject({ code: 'service_unavailable' });
    const { meta, output } = await pollUntil(
      () => tenant.sendWithMeta(later('940'), { key: 'lost' }).catch(() => null),
      { what: () => 'the repeat to be answered' },
    );
    expect([meta.replayed, output.status]).toEqual([true, 'scheduled']);
    await leave();
    expect(await system.accepted('940')).toHaveLength(1);
    expect(await tenant.balance()).toEqual({ balance: 99, ledger: 99 });
  });
});
