import { makeAccountsModule } from '@parley/accounts/accounts.module';
import type { BusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carrier';
import { startService } from '@parley/bus/start-service';
import { makeChannelConnectModule } from '@parley/channel-connect/channel-connect.module';
import { makeCommentsModule } from '@parley/comments/comments.module';
import type { ServiceName } from '@parley/common/define-contract';
import type { Environment } from '@parley/common/environment';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { makeInboundModule } from '@parley/inbound/inbound.module';
import { makeSendModule } from '@parley/send/send.module';
import { makeWebhookDeliveryModule } from '@parley/webhook-delivery/webhook-delivery.module';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

/** What every service is given; each takes what it declares. */
export interface ServiceParts {
  environment: Environment;
  database: Database;
  cipher: Cipher;
  bus: BusClient;
  logger: Logger;
  metrics: Registry;
}

const SERVICES = {
  accounts: makeAccountsModule,
  send: makeSendModule,
  inbound: makeInboundModule,
  'channel-connect': makeChannelConnectModule,
  comments: makeCommentsModule,
  'webhook-delivery': makeWebhookDeliveryModule,
} as const satisfies Partial<Record<ServiceName, (parts: ServiceParts) => unknown>>;

/** Starts every service but pairing, which has a process of its own, in this one; answers how to stop them all, each draining. */
export async function startServices(parts: ServiceParts, carrier: Carrier): Promise<() => Promise<void>> {
  const running = await Promise.all(
    Object.entries(SERVICES).map(([name, makeModule]) => {
      const logger = parts.logger.child({ service: name });
      const module = makeModule({ ...parts, logger });
      // safe: the keys of SERVICES are service names
      return startService({ module, name: name as ServiceName, carrier, logger });
    }),
  );
  return async () => {
    await Promise.all(running.map((service) => service.close()));
  };
}
