import { makeAccountsModule } from '@parley/accounts/accounts.module';
import { openBotsRecords } from '@parley/bots/records';
import { makeBotsRecordsModule } from '@parley/bots/records.module';
import type { Carrier } from '@parley/bus/carrier';
import type { ServiceProcess } from '@parley/bus/run-alone';
import { startService } from '@parley/bus/start-service';
import { makeChannelConnectModule } from '@parley/channel-connect/channel-connect.module';
import { makeCommentsModule } from '@parley/comments/comments.module';
import type { ServiceName } from '@parley/common/define-contract';
import type { ServiceStores } from '@parley/database/open-stores';
import { makeFilesModule } from '@parley/files/files.module';
import { makeInboundModule } from '@parley/inbound/inbound.module';
import { makeInboxModule } from '@parley/inbox/inbox.module';
import { makeNotificationsModule } from '@parley/notifications/notifications.module';
import { openPairingRecords } from '@parley/pairing/records';
import { makePairingRecordsModule } from '@parley/pairing/records.module';
import { makeSendModule } from '@parley/send/send.module';
import { makeWebhookDeliveryModule } from '@parley/webhook-delivery/webhook-delivery.module';

/** The dependencies of services; each service takes those that it declares. */
export interface ServiceParts extends ServiceProcess, ServiceStores {}

const SERVICES = {
  accounts: makeAccountsModule,
  send: makeSendModule,
  inbound: makeInboundModule,
  inbox: makeInboxModule,
  files: makeFilesModule,
  'channel-connect': makeChannelConnectModule,
  comments: makeCommentsModule,
  notifications: makeNotificationsModule,
  'webhook-delivery': makeWebhookDeliveryModule,
  // The rest of these two runs in child processes, while it is needed (start-children.ts).
  bots: (parts: ServiceParts) => makeBotsRecordsModule(openBotsRecords(parts)),
  pairing: (parts: ServiceParts) => makePairingRecordsModule(openPairingRecords(parts)),
} as const satisfies Partial<Record<ServiceName, (parts: ServiceParts) => unknown>>;

/**
 * Starts every service in this process; of pairing and bots only the parts that need nothing but the database
 * (records.module.ts). Returns a function that drains and stops them.
 */
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
