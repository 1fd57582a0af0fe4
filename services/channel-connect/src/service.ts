import type { BusClient } from '@parley/bus/bus-client';
import { makeTableClaims } from '@parley/database/claims/table-claims';
import type { SharedClaims } from '@parley/database/claims/take-over';
import type { Database } from '@parley/database/connection/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrorsWithPrisma, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import type { AnswerStore } from '@parley/messaging/idempotency/idempotency';
import { makeReportAppRefused } from '@parley/messaging/notify/report-app-refused';
import { type Egress, type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import type { Logger } from '@parley/runtime/logger';
import { makeWake, type Wake } from '@parley/runtime/turns/make-wake';
import { type AskQuality, makeAskQuality } from './channels/ask-quality.client.ts';
import { makeProviderClients, type ProviderClients, type ProviderEnvironment } from './connecting/provider.client.ts';
import type { DialogEnvironment } from './links/dialog.rules.ts';
import { makeTemplateCache, type TemplateCache } from './templates/template-cache.client.ts';

export const SERVICE = Symbol('channel-connect.service');

/** Dependencies of the service. `pages`, `tiktok` and `instagram` replace the providers' clients in tests. */
export interface ChannelConnectParts extends Partial<Pick<ProviderClients, 'pages' | 'tiktok' | 'instagram'>> {
  environment: ProviderEnvironment & DialogEnvironment & EgressEnvironment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  now?: () => Date;
}

/** The context of every verb. */
export interface ChannelConnectService extends ProviderClients {
  /** Throws `service_unavailable` while PostgreSQL is unavailable. */
  database: PrismaDatabase;
  /** First answers by `Idempotency-Key`, on the unmapped database: it recognizes lost connections itself. */
  answers: AnswerStore;
  cipher: Cipher;
  bus: BusClient;
  environment: ChannelConnectParts['environment'];
  logger: Logger;
  egress: Pick<Egress, 'agent' | 'checkUrl'>;
  /** The claims of this process on tokens and removal jobs. */
  claims: SharedClaims;
  askQuality: AskQuality;
  templateLists: TemplateCache;
  /** Called when removal jobs are due: a removal does not wait for the provider. */
  wakeRemovals: Wake;
  /** Called when a history is due to be requested. */
  wakeHistory: Wake;
  now(): Date;
}

export function openChannelConnectService(parts: ChannelConnectParts): ChannelConnectService {
  const { environment, cipher, bus, logger, now = () => new Date() } = parts;
  const onAppRefused = makeReportAppRefused({ database: parts.database, logger, now });
  const { pages, tiktok, instagram, ...clients } = makeProviderClients(environment, onAppRefused);
  const service: ChannelConnectService = {
    ...clients,
    pages: parts.pages ?? pages,
    tiktok: parts.tiktok ?? tiktok,
    instagram: parts.instagram ?? instagram,
    database: mapDatabaseErrorsWithPrisma(parts.database),
    answers: { database: parts.database, cipher },
    cipher,
    bus,
    environment,
    logger,
    egress: openEgress(environment),
    claims: makeTableClaims(parts.database, logger, 'channel-connect', {
      channel_tokens: () => {},
      removal_jobs: () => service.wakeRemovals(),
    }),
    askQuality: makeAskQuality(clients.graph, cipher, now),
    templateLists: makeTemplateCache(now),
    wakeRemovals: makeWake(),
    wakeHistory: makeWake(),
    now,
  };
  return service;
}
