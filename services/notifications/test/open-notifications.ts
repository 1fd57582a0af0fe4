import { randomBytes } from 'node:crypto';
import { makeLogger } from '@parley/bus/logger';
import { connectDatabase } from '@parley/database/connect-database';
import { type Cipher, makeCipher } from '@parley/database/encryption';
import { type NewFact, writeFacts } from '@parley/messaging/notify/write-facts';
import { type Egress, openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent, providerLookup } from '@parley/providers/egress/provider-agent';
import { createTestDatabase, type TestDatabase } from '@parley/testing/test-database';
import { makeTestTenant, type TestTenant } from '@parley/testing/test-tenant';
import { type UseCaseParts, type WiredUseCases, wireUseCases } from '../src/compose.ts';
import type { RecipientFields } from '../src/domain/recipient.ts';
import { type MailServer, openMailServer } from './mail-server.ts';

export const PUBLIC_URL = 'https://parley.example';
export const START = new Date('2026-07-01T12:00:00.000Z');
/** Timeout for a silent mail server. */
const TIMEOUT_MS = 1500;

type Given = Partial<UseCaseParts['environment']> & Partial<Pick<UseCaseParts, 'ca' | 'database'>>;

/** The use cases over a real database and a real mail server, without workers and with a fixed clock. */
export interface OpenNotifications extends AsyncDisposable {
  database: TestDatabase;
  cipher: Cipher;
  mail: MailServer;
  tenant: TestTenant;
  useCases: WiredUseCases;
  /** Another process over the same database. */
  makeReplica(given?: Given): WiredUseCases;
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

export async function openNotifications(given: Given = {}): Promise<OpenNotifications> {
  const database = await createTestDatabase();
  const mail = await openMailServer();
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const egresses: Egress[] = [];
  let at = START;
  const makeReplica = ({ ca, database: other = database.db, ...environment }: Given = {}): WiredUseCases => {
    const egress = openEgress({ PARLEY_EGRESS_ALLOW: '127.0.0.0/8', PARLEY_DNS_SERVERS: undefined });
    egresses.push(egress);
    return wireUseCases({
      environment: {
        PARLEY_PORT: 8080,
        PARLEY_PUBLIC_URL: PUBLIC_URL,
        PARLEY_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        PARLEY_MAIL_FROM: 'notices@parley.example',
        PARLEY_NOTIFY_GROUP_SECONDS: 300,
        PARLEY_DATA_DIR: '.',
        PARLEY_DISK_ALERT_MB: 0,
        PARLEY_QUEUE_ALERT_SECONDS: 900,
        ...environment,
      },
      database: other,
      cipher,
      egress,
      dispatcher: providerAgent(),
      lookup: providerLookup(),
      logger: makeLogger({ level: 'silent', name: 'test' }),
      count: () => {},
      wakeSender: () => {},
      wakeLanes: () => {},
      timeoutMs: TIMEOUT_MS,
      ca,
      now: () => at,
    });
  };
  const useCases = makeReplica(given);
  const tenant = await makeTestTenant(database.db);
  const pass = (minutes: number): void => {
    at = new Date(at.getTime() + minutes * 60_000);
  };
  return {
    database,
    cipher,
    mail,
    tenant,
    useCases,
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
      while (await useCases.planFacts());
      pass(5);
      while (await useCases.sendDue());
    },
    async statuses() {
      const rows = await database.db.prisma.notification.findMany({ orderBy: { number: 'asc' } });
      return rows.map(({ status, reason }) => (reason === null ? status : `${status}: ${reason}`));
    },
    async [Symbol.asyncDispose]() {
      for (const egress of egresses) await egress.destroy();
      await mail[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}

/** Connects like another process. */
export const connectAgain = (open: OpenNotifications) => connectDatabase({ url: open.database.url });
