import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, START, sendDue } from '../../test/open-notifications.ts';
import { planFacts } from '../planning/plan-facts.ts';
import { listNotifications } from './list-notifications.ts';

let open: OpenNotifications;

beforeAll(async () => {
  open = await openNotifications();
});
afterAll(() => open[Symbol.asyncDispose]());
beforeEach(async () => {
  open.setNow(START);
  open.mail.behave('take');
  open.mail.mails.length = 0;
  const { prisma } = open.database.db;
  await prisma.notification.deleteMany();
  await prisma.recipient.deleteMany();
  await open.addRecipient();
  await open.happen({ kind: 'low_credit', data: { balance: '9', threshold: '10' } });
});

const only = async () => {
  const { items } = await listNotifications(open.service, { slug: open.tenant.slug, limit: 50 });
  return items[0];
};

describe('a mail server', () => {
  test('that accepts the mail gets it once, and its answer is stored', async () => {
    await open.planAndSend();
    expect(await only()).toMatchObject({
      status: 'sent',
      to: 'a…@shop.example',
      provider: 'smtp',
      providerId: expect.stringContaining('queued as 42'),
      acceptedAt: '2026-07-01T12:05:00.000Z',
      dueAt: null,
    });
    open.pass(600);
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(1);
  });

  test.each(['cut_after_data', 'silent_after_data'] as const)(
    'that is %s leaves the outcome unknown, and nothing is repeated',
    async (behaviour) => {
      open.mail.behave(behaviour);
      await open.planAndSend();
      expect((await only())?.status).toBe('unknown');
      open.mail.behave('take');
      open.pass(600);
      await sendDue(open.service);
      expect(open.mail.mails).toHaveLength(1);
      expect((await only())?.status).toBe('unknown');
    },
  );

  test('that refuses with 5xx ends the attempts', async () => {
    for (const behaviour of ['refuse_sender', 'refuse_mail'] as const) {
      open.mail.behave(behaviour);
      await open.planAndSend();
      expect((await only())?.status).toBe('failed');
      await open.happen({ kind: 'low_credit' });
    }
  });

  test('that is busy is retried with growing pauses until it accepts the mail', async () => {
    open.mail.behave('busy');
    await open.planAndSend();
    expect(await only()).toMatchObject({ status: 'waiting', attempts: 1, dueAt: '2026-07-01T12:05:30.000Z' });
    await sendDue(open.service);
    expect((await only())?.attempts).toBe(1);
    open.pass(0.5);
    await sendDue(open.service);
    expect(await only()).toMatchObject({ attempts: 2, dueAt: '2026-07-01T12:06:30.000Z' });
    open.mail.behave('take');
    open.pass(1);
    await sendDue(open.service);
    expect(await only()).toMatchObject({ status: 'sent', attempts: 3 });
  });

  test('that is busy for six hours is abandoned', async () => {
    open.mail.behave('busy');
    await open.planAndSend();
    for (let minutes = 0; minutes <= 420; minutes += 60) {
      open.pass(60);
      await sendDue(open.service);
    }
    expect(await only()).toMatchObject({ status: 'failed', reason: expect.stringContaining('451') });
  });
});

test('an accepted mail is reported to platform webhooks once, one with an unknown outcome is not', async () => {
  const { db } = open.database;
  await db.query({
    text: `INSERT INTO platform_webhooks (instance_id, events, url, secret) VALUES ('plt_test', '{email-sent}', 'https://a.example', '')`,
  });
  const notified = async () =>
    (await db.prisma.event.findMany({ where: { type: 'email-sent' } })).map(({ data }) => JSON.parse(data));
  open.mail.behave('cut_after_data');
  await open.planAndSend();
  expect(await notified()).toEqual([]);
  open.mail.behave('take');
  await open.happen({ kind: 'low_credit' });
  await open.planAndSend();
  await sendDue(open.service);
  expect(await notified()).toMatchObject([
    { kind: 'low_credit', to: 'a…@shop.example', provider: 'smtp', notification_id: expect.stringMatching(/^ntf_/) },
  ]);
  await db.query({ text: 'DELETE FROM platform_webhooks' });
});

test('an unreachable server is retried; a missing configuration fails', async () => {
  await planFacts(open.service);
  open.pass(5);
  await sendDue(open.makeReplica({ PARLEY_SMTP_URL: 'smtp://127.0.0.1:1' }));
  expect((await only())?.status).toBe('waiting');
  open.pass(5);
  await sendDue(open.makeReplica({ PARLEY_SMTP_URL: undefined }));
  expect(await only()).toMatchObject({ status: 'failed', reason: 'not_configured' });
});

test('a wrong password is refused, and the right one is accepted', async () => {
  await planFacts(open.service);
  open.pass(5);
  await sendDue(open.makeReplica({ PARLEY_SMTP_URL: `smtp://u:right@127.0.0.1:${open.mail.port}` }));
  expect(open.mail.mails[0]?.user).toBe('u');
  await open.happen({ kind: 'low_credit' });
  await planFacts(open.service);
  open.pass(5);
  await sendDue(open.makeReplica({ PARLEY_SMTP_URL: `smtp://u:wrong@127.0.0.1:${open.mail.port}` }));
  expect(await only()).toMatchObject({ status: 'failed', reason: expect.stringContaining('535') });
});

describe('a worker that dies', () => {
  const jobs = () => open.database.db.prisma.notification;

  test('before the server asks for the mail, the next worker sends it', async () => {
    await planFacts(open.service);
    open.pass(5);
    await jobs().updateMany({
      data: { status: 'waiting', claimId: 'dead', claimedUntil: new Date(open.now().getTime() + 60_000) },
    });
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(0);
    open.pass(2);
    await sendDue(open.service);
    expect(open.mail.mails).toHaveLength(1);
  });

  test('after that leaves an unknown outcome', async () => {
    await planFacts(open.service);
    open.pass(5);
    await jobs().updateMany({
      data: { status: 'sending', claimId: 'dead', claimedUntil: new Date(open.now().getTime() + 60_000) },
    });
    await sendDue(open.service);
    expect((await only())?.status).toBe('sending');
    open.pass(2);
    await sendDue(open.service);
    expect(await only()).toMatchObject({ status: 'unknown', reason: 'interrupted' });
    expect(open.mail.mails).toHaveLength(0);
  });
});
