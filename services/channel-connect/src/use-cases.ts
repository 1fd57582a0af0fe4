import type { BusClient } from '@parley/bus/bus-client';
import { deliveriesDue, HINT_MAX_KEYS } from '@parley/common/hints';
import type { Database } from '@parley/prisma/connect-database';
import type { Cipher } from '@parley/prisma/encryption';
import type { GraphClient } from '@parley/providers/graph/graph-client';
import type { TelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeCredentials } from './domain/credentials.ts';
import { makeAccountStore } from './storage/account-store.ts';
import { makeBotFinish, makeBotHolds } from './storage/bot-store.ts';
import type { HolderStoreDeps } from './storage/lock-holders.ts';
import { makeNumberStore } from './storage/number-store.ts';
import { makeRemovalStore } from './storage/removal-store.ts';
import { makeConnectTelegram } from './use-cases/connect-telegram.ts';
import { makeConnectWaNumber } from './use-cases/connect-wa-number.ts';
import { makeDisconnectChannel } from './use-cases/disconnect-channel.ts';
import { makeListChannels } from './use-cases/list-channels.ts';
import { makeListTemplates } from './use-cases/list-templates.ts';
import { makeListTenantChannels } from './use-cases/list-tenant-channels.ts';
import { makeRemoveChannel } from './use-cases/remove-channel.ts';
import { makeRemoveTenantChannel } from './use-cases/remove-tenant-channel.ts';
import { makeRemoveWebhook, type RemoveWebhookDeps } from './use-cases/remove-webhook.ts';

export const USE_CASES = Symbol('channel-connect.use-cases');

export interface UseCaseParts {
  /** Its absence is an answer: service_unavailable. */
  database: Pick<Database, 'query' | 'transaction'>;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  bus: Pick<BusClient, 'publishHint'>;
  graph: GraphClient;
  telegram: TelegramClient;
  /** Origin that providers reach. */
  publicUrl: string;
  onWebhookLeft: RemoveWebhookDeps['onGivenUp'];
  now(): Date;
}

export type UseCases = ReturnType<typeof makeUseCases>;

/** Everything that the channel-connect service does, over one database, one bus and the providers. */
export function makeUseCases({ database, cipher, bus, graph, telegram, publicUrl, onWebhookLeft, now }: UseCaseParts) {
  const credentials = makeCredentials(cipher);
  const accounts = makeAccountStore(database);
  const holding: HolderStoreDeps = {
    database,
    emptyCredentials: credentials.sealNothing,
    wakeLanes: (instanceIds) => {
      for (let from = 0; from < instanceIds.length; from += HINT_MAX_KEYS)
        bus.publishHint(deliveriesDue, { instance_ids: instanceIds.slice(from, from + HINT_MAX_KEYS) });
    },
  };
  const callbackUrlOf = (botId: string): string => `${publicUrl}/hooks/telegram/${botId}`;
  const webhookRemover = makeRemoveWebhook({
    platform: telegram,
    credentials,
    findHolderCredentials: accounts.findHolderCredentials,
    callbackUrlOf,
    onGivenUp: onWebhookLeft,
  });
  const removeChannel = makeRemoveChannel({
    ...makeRemovalStore(holding),
    removeWebhook: webhookRemover.start,
    now,
  });

  return {
    webhookRemover,
    connectTelegram: makeConnectTelegram({
      ...makeBotHolds(holding),
      ...makeBotFinish(holding),
      platform: telegram,
      credentials,
      callbackUrlOf,
      now,
    }),
    connectWaNumber: makeConnectWaNumber({
      ...accounts,
      ...makeNumberStore(holding),
      platform: graph,
      credentials,
      now,
    }),
    listTemplates: makeListTemplates({ ...accounts, platform: graph, credentials, now }),
    listChannels: makeListChannels(accounts),
    listTenantChannels: makeListTenantChannels(accounts),
    disconnectChannel: makeDisconnectChannel(removeChannel),
    removeTenantChannel: makeRemoveTenantChannel({ findTenantId: accounts.findTenantId, removeChannel }),
  };
}
