import type { LookupFunction } from 'node:net';
import { hostname } from 'node:os';
import type { BusClient } from '@parley/bus/bus-client';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import type { ClaimAs } from '@parley/database/claim-holder';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { endClaimsOf } from '@parley/database/end-claims';
import { mapDatabaseErrorsWithPrisma } from '@parley/database/map-database-errors';
import { makeSharedClaims } from '@parley/database/take-over';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { listRunningWorkers } from '@parley/database/worker-presence';
import { dropMessageCounts, takeMessageRoom } from '@parley/messaging/notify/take-message-room';
import { writeFacts } from '@parley/messaging/notify/write-facts';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import { type Egress, type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent, providerLookup } from '@parley/providers/egress/provider-agent';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import type { Registry } from 'prom-client';
import type { Agent } from 'undici';
import { makeHasOwnAccount } from './adapters/own-account.ts';
import { readFreeDisk } from './adapters/read-free-disk.ts';
import { readParleyVersion } from './adapters/read-parley-version.ts';
import { makeTransports, readSmsAccount, type TransportDeps } from './adapters/transports.ts';
import type { AppEnvironment } from './domain/provider-apps.ts';
import { makeNotificationMetrics } from './metrics.ts';
import { clearAlarm, findOldestWork, isAlarmRaised, raiseAlarm } from './storage/alarm-store.ts';
import * as confirmations from './storage/confirmation-store.ts';
import { dropOld, removeNotificationsOf } from './storage/erase-store.ts';
import { findDueJobAt, makeJobStore } from './storage/job-store.ts';
import * as list from './storage/list-store.ts';
import * as plan from './storage/plan-store.ts';
import * as recipients from './storage/recipient-store.ts';
import { makeRecipientWrites } from './storage/recipient-writes.ts';
import { findSettings, saveSettings } from './storage/settings-store.ts';
import { settleAndReport } from './storage/settle-store.ts';
import { findAppTraces, readDatabaseVersions } from './storage/system-store.ts';
import { findUnattended, findWatchedTenants, saveLookedUntil } from './storage/unattended-store.ts';
import { makeCheckPhone } from './use-cases/check-phone.ts';
import { makeCreateRecipient } from './use-cases/create-recipient.ts';
import { makeDeliverMessage } from './use-cases/deliver-message.ts';
import { makeFollowLinks } from './use-cases/follow-links.ts';
import { makeListNotifications } from './use-cases/list-notifications.ts';
import { makeManageRecipients } from './use-cases/manage-recipients.ts';
import { makeManageSettings } from './use-cases/manage-settings.ts';
import { makePlanFacts } from './use-cases/plan-facts.ts';
import { makeSendAccountMail } from './use-cases/send-account-mail.ts';
import { makeSendDue, type SendDueDeps } from './use-cases/send-due.ts';
import { makeShowSystem } from './use-cases/show-system.ts';
import { makeSweepUnattended } from './use-cases/sweep-unattended.ts';
import { makeTakeRoom } from './use-cases/take-room.ts';
import { makeWatchDeployment } from './use-cases/watch-deployment.ts';

export const USE_CASES = Symbol('notifications.use-cases');

/** Dependencies of the service. */
export interface NotificationsParts extends Pick<UseCaseParts, 'timeoutMs' | 'ca'> {
  environment: UseCaseParts['environment'] & EgressEnvironment;
  database: Database;
  cipher: Cipher;
  bus: Pick<BusClient, 'publishHint'>;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
}

/** Dependencies of the use cases; tests pass their own. */
export interface UseCaseParts {
  environment: TransportDeps['environment'] &
    AppEnvironment &
    Pick<
      Environment,
      | 'PARLEY_PORT'
      | 'PARLEY_PUBLIC_URL'
      | 'PARLEY_NOTIFY_GROUP_SECONDS'
      | 'PARLEY_DATA_DIR'
      | 'PARLEY_DISK_ALERT_MB'
      | 'PARLEY_QUEUE_ALERT_SECONDS'
    > &
    Partial<Pick<Environment, 'PARLEY_MESSAGE_LIMITS' | 'PARLEY_PLAN_LIMITS'>>;
  database: Pick<Database, 'query' | 'transaction' | 'prisma' | 'prismaTransaction'>;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  egress: Pick<Egress, 'agent' | 'connect' | 'checkUrl'>;
  dispatcher: Agent;
  lookup: LookupFunction;
  logger: Logger;
  count: SendDueDeps['count'];
  wakeSender(): void;
  /** Called when platform webhooks have new deliveries. */
  wakeLanes(instanceIds: readonly string[]): void;
  /** For one message; default 30 s. */
  timeoutMs?: number | undefined;
  ca?: string | undefined;
  now(): Date;
  claimAs?: ClaimAs | undefined;
}

export type WiredUseCases = ReturnType<typeof wireUseCases>;
export type UseCases = ReturnType<typeof makeUseCases>;

const SEND_TIMEOUT_MS = 30_000;
/** Time beyond a send for storing its beginning and outcome. */
const LEASE_MARGIN_MS = 30_000;
const KEEP_MS = 30 * 24 * 3_600_000;
const PURPOSE = 'notification_settings.account';

const hostUrl = (host: string): string => `https://${host.includes(':') ? `[${host}]` : host}/`;

/** All use cases over one database and the sending accounts. */
export function wireUseCases(parts: UseCaseParts) {
  const { environment, cipher, logger, now, wakeSender } = parts;
  const database = mapDatabaseErrorsWithPrisma(parts.database);
  const openSecret = (sealed: string): string => cipher.decrypt(sealed, PURPOSE);
  const settingsOf = (tenantId: number) => findSettings(database, tenantId);
  const hasOwnAccount = makeHasOwnAccount(settingsOf);
  const { PARLEY_MESSAGE_LIMITS: limits, PARLEY_PLAN_LIMITS: planLimits } = environment;
  const writes = makeRecipientWrites(database, { limits, planLimits, hasOwnAccount });
  const checkPhone = makeCheckPhone(environment.PARLEY_SMS_COUNTRIES, hasOwnAccount);
  const timeoutMs = parts.timeoutMs ?? SEND_TIMEOUT_MS;
  const findConfirmation = (recipientId: number, way: 'email' | 'sms', at: Date) =>
    confirmations.findConfirmation(database, recipientId, way, at);
  const confirmAddress = (given: Parameters<typeof confirmations.confirmAddress>[1]) =>
    confirmations.confirmAddress(database, given);
  const transports = makeTransports({
    environment,
    findSettings: settingsOf,
    openSecret,
    egress: parts.egress,
    dispatcher: parts.dispatcher,
    lookup: parts.lookup,
    timeoutMs,
    ca: parts.ca,
    now,
  });
  return {
    tenantOf: makeTenantOf(database),
    createRecipient: makeCreateRecipient({ ...writes, checkPhone, wakeSender, now }),
    recipients: makeManageRecipients({
      ...writes,
      checkPhone,
      listRecipientsAfter: (tenantId, id, count) =>
        recipients.listRecipientsAfter(database.prisma, tenantId, id, count),
      deleteRecipient: (tenantId, id) => recipients.deleteRecipient(database.prisma, tenantId, id),
      findRecipient: (tenantId, id) => recipients.findRecipient(database.prisma, tenantId, id),
      takeCodeTry: (id, at, maxTries) => confirmations.takeCodeTry(database, id, at, maxTries),
      confirmAddress,
      signer: cipher,
      wakeSender,
      now,
    }),
    links: makeFollowLinks({
      findNamedRecipient: (id) => recipients.findNamedRecipient(database.prisma, id),
      findConfirmation,
      confirmAddress,
      changeKinds: writes.changeKinds,
      signer: cipher,
      now,
    }),
    settings: makeManageSettings({
      findSettings: settingsOf,
      saveSettings: (tenantId, changes) => saveSettings(database, tenantId, changes),
      refuseHost: (host, tenantId) => egressRefusal(() => parts.egress.checkUrl(hostUrl(host), `tenant ${tenantId}`)),
      refuseUrl: (url, tenantId) => egressRefusal(() => parts.egress.checkUrl(url, `tenant ${tenantId}`)),
      seal: (plain) => cipher.encrypt(plain, PURPOSE),
      openSecret,
      readSmsAccount,
    }),
    sendAccountMail: makeSendAccountMail(transports),
    listNotifications: makeListNotifications({
      listNotifications: (tenantId, given, toView) => list.listNotifications(database, tenantId, given, toView),
    }),
    planFacts: makePlanFacts({
      inTransaction: (work) =>
        parts.database.prismaTransaction(({ prisma, sql }) =>
          work({
            takeFacts: (count) => plan.takeFacts(sql, count),
            findRecipientsOf: (facts) => plan.findRecipientsOf(prisma, facts),
            addPlanned: (planned, given) => plan.addPlanned(sql, planned, given),
            markFactsPlanned: (facts, at) => plan.markFactsPlanned(prisma, facts, at),
          }),
        ),
      groupMs: environment.PARLEY_NOTIFY_GROUP_SECONDS * 1000,
      wakeSender,
      now,
    }),
    findDueAt: () => findDueJobAt(parts.database),
    sendDue: makeSendDue({
      jobs: {
        ...makeJobStore(parts.database, parts.claimAs),
        async settle(job, settlement) {
          const woken = await settleAndReport(parts.database, job, settlement);
          if (woken) parts.wakeLanes(woken);
          return woken !== null;
        },
      },
      findRecipient: (id) => recipients.findNamedRecipient(parts.database.prisma, id),
      send: makeDeliverMessage({
        ...transports,
        findTenantName: (tenantId) => list.findTenantName(parts.database, tenantId),
        findCustomers: (tenantId, items) => list.findCustomers(parts.database, tenantId, items),
        findConfirmation,
        hasOwnAccount,
        takeRoom: makeTakeRoom({
          hasOwnAccount,
          count: ({ way, ...given }) =>
            parts.database.transaction((sql) =>
              takeMessageRoom(sql, { ...given, purpose: `notification-${way}`, now: now() }, limits),
            ),
        }),
        signer: cipher,
        publicUrl: publicUrlOf(environment),
        now,
      }),
      leaseMs: timeoutMs + LEASE_MARGIN_MS,
      count: parts.count,
      report({ id: notification_id, kind, way }, { status }) {
        if (status !== 'failed' && status !== 'unknown') return;
        // A server's answer contains addresses: only the list shows it.
        const fields = { notification_id, kind, way, status };
        logger.warn('notification.undelivered', fields, 'A notification was not delivered, or nobody knows.');
      },
      now,
    }),
    sweepUnattended: makeSweepUnattended({
      findWatchedTenants: () => findWatchedTenants(parts.database),
      findWaiting: (given) => findUnattended(parts.database, given),
      save: (tenantId, facts, until) =>
        parts.database.transaction(async (sql) => {
          await writeFacts(sql, facts);
          await saveLookedUntil(sql, tenantId, until);
        }),
      now,
    }),
    watchDeployment: makeWatchDeployment({
      readFreeDisk: () => readFreeDisk(environment.PARLEY_DATA_DIR),
      findOldestWork: (at) => findOldestWork(parts.database, at),
      isAlarmRaised: (subject) => isAlarmRaised(parts.database, subject),
      raiseAlarm: (alarm) => raiseAlarm(parts.database, alarm),
      clearAlarm: (subject) => clearAlarm(parts.database, subject),
      diskLineMb: environment.PARLEY_DISK_ALERT_MB,
      queueLineSeconds: environment.PARLEY_QUEUE_ALERT_SECONDS,
      machine: hostname(),
      report: ({ what, value }) =>
        logger.warn('deployment.alarmed', { what, value }, 'Disk or waiting work has crossed its line.'),
      now,
    }),
    showSystem: makeShowSystem({
      environment,
      publicUrl: publicUrlOf(environment),
      readParleyVersion,
      readDatabaseVersions: () => readDatabaseVersions(database),
      listRunningWorkers: (count) => listRunningWorkers(database, count),
      findAppTraces: () => findAppTraces(database),
    }),
    dropMessageCounts: () => dropMessageCounts(parts.database, now()),
    dropOld: async () => (await dropOld(parts.database, new Date(now().getTime() - KEEP_MS))) > 0,
    eraseTenantData: async ({ tenantId }: { tenantId: number }) => ({
      erased: await removeNotificationsOf(database, tenantId),
      cursor: null,
      waiting: 0,
    }),
  };
}

/** All use cases, with their real dependencies. */
export function makeUseCases(parts: NotificationsParts) {
  const { environment, database, logger, now = () => new Date() } = parts;
  let wakeSender = (): void => {};
  const claims = makeSharedClaims({
    database,
    service: 'notifications',
    logger,
    async endClaims(holders) {
      const ended = await endClaimsOf(database, 'notifications', holders);
      if (ended > 0) wakeSender();
      return ended;
    },
  });
  const useCases = wireUseCases({
    ...parts,
    egress: openEgress(environment),
    dispatcher: providerAgent(environment.PARLEY_DNS_SERVERS),
    lookup: providerLookup(environment.PARLEY_DNS_SERVERS),
    count: makeNotificationMetrics(parts.metrics).count,
    wakeSender: () => wakeSender(),
    wakeLanes: makeWakeDeliveries(parts.bus),
    now,
    claimAs: claims.holder.claimAs,
  });
  return {
    ...useCases,
    claims,
    /** Registers a callback that runs when messages are due. */
    onSendsDue: (wake: () => void) => {
      wakeSender = wake;
    },
  };
}
