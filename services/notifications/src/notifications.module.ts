import { type DynamicModule, Module } from '@nestjs/common';
import type { BusClient } from '@parley/bus/bus-client';
import { makeWakeDeliveries } from '@parley/bus/wake-deliveries';
import type { Environment } from '@parley/common/environment';
import type { Logger } from '@parley/common/logger';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { endClaimsOf } from '@parley/database/end-claims';
import { makeSharedClaims } from '@parley/database/take-over';
import { openEgress } from '@parley/providers/egress/open-egress';
import { providerAgent, providerLookup } from '@parley/providers/egress/provider-agent';
import type { Registry } from 'prom-client';
import { makeUseCases, USE_CASES, type UseCaseParts } from './compose.ts';
import { makeNotificationMetrics } from './metrics.ts';
import { NotificationsController } from './notifications.controller.ts';
import { makeWorkers } from './workers.ts';

export interface NotificationsParts extends Pick<UseCaseParts, 'timeoutMs' | 'ca'> {
  environment: UseCaseParts['environment'] & Pick<Environment, 'PARLEY_EGRESS_ALLOW' | 'PARLEY_DNS_SERVERS'>;
  database: Database;
  cipher: Cipher;
  bus: Pick<BusClient, 'publishHint'>;
  logger: Logger;
  metrics: Registry;
  now?: () => Date;
}

@Module({})
class NotificationsModule {}

/** The notifications service: who is told by e-mail and SMS what happens, and how. Wiring only. */
export function makeNotificationsModule(parts: NotificationsParts): DynamicModule {
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
  const useCases = makeUseCases({
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
  const workers = makeWorkers({
    ...useCases,
    claims,
    logger,
    onSendsDue(wake) {
      wakeSender = wake;
    },
    now,
  });
  return {
    module: NotificationsModule,
    controllers: [NotificationsController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...workers],
  };
}
