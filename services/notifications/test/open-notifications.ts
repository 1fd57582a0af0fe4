import { randomBytes } from 'node:crypto';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { type NewFact, writeFacts } from '@parley/messaging/notify/write-facts';
import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import { makeTestTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { silentLogger } from '@parley/testing/silent-logger';
import { Registry } from 'prom-client';
import { planFacts } from '../src/planning/plan-facts.ts';
import type { RecipientFields } from '../src/recipients/recipient.rules.ts';
import { makeSendDue } from '../src/sending/send-due.ts';
import { type NotificationsService, openNotificationsService } from '../src/service.ts';
import { type MailServer, openMailServer } from './mail-server.ts';

export const PUBLIC_URL = 'https://parley.example';
export const START = new Date('2026-07-01T12:00:00.000Z');
/** Timeout for a silent mail server. */
const TIMEOUT_MS = 1500;

type Variables = Partial<NotificationsService['environment']>;

/** The service over a real database and a real mail server, without workers and with a fixed clock. */
export interface OpenNotifications extends AsyncDisposable {
  database: TestDatabase;
  cipher: Cipher;
  mail: MailServer;
  tenant: TestTenant;
  service: NotificationsService;
  /** Another process over the same database. */
  makeReplica(variables?: Variables): NotificationsService;
  now(): Date;
  setNow(at: Date): void;
  /** Advances the clock by minutes. */
  pass(minutes: number): void;
  /** A recipient whose addresses are confirmed. */
  addRecipient(fields?: Partial<RecipientFields>, tenantId?: number | null): Promise<number>;
  /** Adds facts, each with its own period by default. */
  happen(...facts: (Partial<NewFact> & Pick<NewFact, 'kind'>)[]): Promise<void>;
  /** Plans the facts, waits for the grouping, and sends. */
  planAndSend(): Promise<void>;
  statuses(): Promise<string[]>;
}

let nextPeriod = 1;

/** Sends all due messages. */
export async function sendDue(service: NotificationsService): Promise<void> {
  const sends = makeSendDue(service);
  while (await sends.run()) await Promise.all([sends.own.idle(), sends.shared.idle()]);
  await Promise.all([sends.own.idle(), sends.shared.idle()]);
}

export async function openNotifications(
  variables: Variables = {},
  { timeoutMs = TIMEOUT_MS } = {},
): Promise<OpenNotifications> {
  const database = await createTestDatabase();
  const mail = await openMailServer();
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const services: NotificationsService[] = [];
  let at = START;
  const makeReplica = (changed: Variables = {}): NotificationsService => {
    const service = openNotificationsService({
      environment: {
        PARLEY_PORT: 8080,
        PARLEY_PUBLIC_URL: PUBLIC_URL,
        PARLEY_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        PARLEY_MAIL_FROM: 'notices@parley.example',
        PARLEY_NOTIFY_GROUP_SECONDS: 300,
        PARLEY_DATA_DIR: '.',
        PARLEY_DISK_ALERT_MB: 0,
        PARLEY_QUEUE_ALERT_SECONDS: 900,
        PARLEY_EGRESS_ALLOW: '127.0.0.0/8',
        PARLEY_DNS_SERVERS: undefined,
        ...changed,
      },
      database: database.db,
      cipher,
      bus: { publishHint: () => {} },
      logger: silentLogger,
      metrics: new Registry(),
      timeoutMs,
      now: () => at,
    });
    services.push(service);
    return service;
  };
  const service = makeReplica(variables);
  const tenant = await makeTestTenant(database.db);
  const pass = (minutes: number): void => {
    at = new Date(at.getTime() + minutes * 60_000);
  };
  return {
    database,
    cipher,
    mail,
    tenant,
    service,
    makeReplica,
    now: () => at,
    setNow(next) {
      at = next;
    },
    pass,
    async addRecipient(fields = {}, tenantId = tenant.id) {
      const { quiet = null, kinds = {}, ...rest } = fields;
      const { id } = await database.db.prisma.recipient.create({
        data: {
          tenantId,
          name: 'Ann',
          email: 'ann@shop.example',
          emailConfirmedAt: START,
          phone: null,
          language: 'en',
          timeZone: 'UTC',
          createdAt: START,
          quietFrom: quiet?.from ?? null,
          quietTo: quiet?.to ?? null,
          kinds: JSON.parse(JSON.stringify(kinds)),
          ...rest,
        },
      });
      return id;
    },
    async happen(...facts) {
      const whole = facts.map((fact) => ({
        tenantId: tenant.id,
        subject: 'a',
        period: String(nextPeriod++),
        data: {},
        happenedAt: at,
        ...fact,
      }));
      // safe: the data of a kind only affects its text
      await writeFacts(database.db, whole as NewFact[]);
    },
    async planAndSend() {
      while (await planFacts(service));
      pass(5);
      await sendDue(service);
    },
    async statuses() {
      const rows = await database.db.prisma.notification.findMany({ orderBy: { number: 'asc' } });
      return rows.map(({ status, reason }) => (reason === null ? status : `${status}: ${reason}`));
    },
    async [Symbol.asyncDispose]() {
      for (const { egress } of services) await egress.destroy();
      await mail[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}
