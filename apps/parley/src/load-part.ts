import { randomUUID } from 'node:crypto';
import type { ServiceProcess } from '@parley/bus/process/run-alone';
import type { ServiceStores } from '@parley/database/connection/open-stores';

/** The dependencies of services; each service takes those that it declares. */
export interface ServiceParts extends ServiceProcess, ServiceStores {}

/** Loads the code of each service, and returns what makes its module. */
const LOADERS = {
  accounts: async () => (await import('@parley/accounts/accounts.module')).makeAccountsModule,
  send: async () => (await import('@parley/send/send.module')).makeSendModule,
  inbound: async () => (await import('@parley/inbound/inbound.module')).makeInboundModule,
  inbox: async () => (await import('@parley/inbox/inbox.module')).makeInboxModule,
  files: async () => (await import('@parley/files/files.module')).makeFilesModule,
  'channel-connect': async () =>
    (await import('@parley/channel-connect/channel-connect.module')).makeChannelConnectModule,
  comments: async () => (await import('@parley/comments/comments.module')).makeCommentsModule,
  notifications: async () => (await import('@parley/notifications/notifications.module')).makeNotificationsModule,
  'webhook-delivery': async () =>
    (await import('@parley/webhook-delivery/webhook-delivery.module')).makeWebhookDeliveryModule,
  bots: async () => (await import('@parley/bots/bots.module')).makeBotsModule,
  pairing: async () => (await import('@parley/pairing/pairing.module')).makePairingModule,
} as const;

export type PartName = keyof typeof LOADERS;

// safe: the keys of LOADERS
export const PART_NAMES = Object.keys(LOADERS) as PartName[];

export const isPartName = (name: string): name is PartName => Object.hasOwn(LOADERS, name);

/** Loads the code of services before {@link loadPart} needs it. */
export const preloadParts = (names: readonly PartName[]): Promise<unknown> =>
  Promise.all(names.map((name) => LOADERS[name]()));

/** The module of a service, and the worker's name of one that answers directed contracts. */
export async function loadPart(name: PartName, parts: ServiceParts) {
  if (name !== 'pairing') return { name, module: (await LOADERS[name]())(parts) };
  // Service name and process id: a lease shows its holder.
  const worker = `pairing-${process.pid}-${randomUUID()}`;
  return { name, worker, module: (await LOADERS.pairing())({ ...parts, worker }) };
}
