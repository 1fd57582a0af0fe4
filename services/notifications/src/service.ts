import type { LookupFunction } from 'node:net';
import type { BusClient } from '@parley/bus/bus-client';
import { makeTableClaims } from '@parley/database/claims/table-claims';
import type { SharedClaims } from '@parley/database/claims/take-over';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { type Egress, openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent, providerLookup } from '@parley/providers/egress/provider-agent';
import type { Logger } from '@parley/runtime/logger';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import type { Registry } from 'prom-client';
import type { Agent } from 'undici';
import { makeNotificationMetrics, type NotificationMetrics } from './metrics.ts';
import { ATTEMPT_TIMEOUT_MS } from './sending/job.rules.ts';
import type { NotificationsEnvironment } from './settings/settings.rules.ts';

export const SERVICE = Symbol('notifications.service');

export interface NotificationsService {
  environment: NotificationsEnvironment;
  database: PrismaDatabase;
  cipher: Cipher;
  bus: Pick<BusClient, 'publishHint'>;
  logger: Logger;
  metrics: NotificationMetrics;
  claims: SharedClaims;
  /** Connections to hosts that tenants configured. */
  egress: Egress;
  /** Connections to the deployment's hosts. */
  dispatcher: Agent;
  lookup: LookupFunction;
  /** Limit of one attempt, from the connection to the answer. */
  timeoutMs: number;
  /** Called when messages are due. */
  wakeSender: Wake;
  now(): Date;
}

export interface NotificationsParts
  extends Pick<NotificationsService, 'environment' | 'cipher' | 'bus' | 'logger'>,
    Partial<Pick<NotificationsService, 'timeoutMs' | 'now'>> {
  database: Database;
  metrics: Registry;
}

export function openNotificationsService(parts: NotificationsParts): NotificationsService {
  const { environment, database, cipher, bus, logger } = parts;
  const service: NotificationsService = {
    environment,
    database: mapDatabaseErrorsWithPrisma(database),
    cipher,
    bus,
    logger,
    metrics: makeNotificationMetrics(parts.metrics),
    claims: makeTableClaims(database, logger, 'notifications', { notifications: () => service.wakeSender() }),
    egress: openEgress(environment),
    dispatcher: providerAgent(environment.PARLEY_DNS_SERVERS),
    lookup: providerLookup(environment.PARLEY_DNS_SERVERS),
    timeoutMs: parts.timeoutMs ?? ATTEMPT_TIMEOUT_MS,
    wakeSender: makeWake(),
    now: parts.now ?? (() => new Date()),
  };
  return service;
}
