import { randomUUID } from 'node:crypto';
import type { ServiceProcess } from '@parley/bus/run-alone';
import type { ServiceStores } from '@parley/database/open-stores';

/** The dependencies of services; each service takes those that it declares. */
export interface ServiceParts extends ServiceProcess, ServiceStores {}

/** Loads and makes the module of each service. */
const MAKERS = {
  accounts: async (parts: ServiceParts) => (await import('@parley/accounts/accounts.module')).makeAccountsModule(parts),
  send: async (parts: ServiceParts) => (await import('@parley/send/send.module')).makeSendModule(parts),
  inbound: async (parts: ServiceParts) => (await import('@parley/inbound/inbound.module')).makeInboundModule(parts),
  inbox: async (parts: ServiceParts) => (await import('@parley/inbox/inbox.module')).makeInboxModule(parts),
  files: async (parts: ServiceParts) => (await import('@parley/files/files.module')).makeFilesModule(parts),
  'channel-connect': async (parts: ServiceParts) =>
    (await import('@parley/channel-connect/channel-connect.module')).makeChannelConnectModule(parts),
  comments: async (parts: ServiceParts) => (await import('@parley/comments/comments.module')).makeCommentsModule(parts),
  notifications: async (parts: ServiceParts) =>
    (await import('@parley/notifications/notifications.module')).makeNotificationsModule(parts),
  'webhook-delivery': async (parts: ServiceParts) =>
    (await import('@parley/webhook-delivery/webhook-delivery.module')).makeWebhookDeliveryModule(parts),
  bots: async (parts: ServiceParts) => (await import('@parley/bots/bots.module')).makeBotsModule(parts),
  pairing: async (parts: ServiceParts & { worker: string }) =>
    (await import('@parley/pairing/pairing.module')).makePairingModule(parts),
} as const;

export type PartName = keyof typeof MAKERS;

// safe: the keys of MAKERS
export const PART_NAMES = Object.keys(MAKERS) as PartName[];

export const isPartName = (name: string): name is PartName => Object.hasOwn(MAKERS, name);

/** The module of a service, and the worker's name of one that answers directed contracts. */
export async function loadPart(name: PartName, parts: ServiceParts) {
  if (name !== 'pairing') return { name, module: await MAKERS[name](parts) };
  // Service name and process id: a lease shows its holder.
  const worker = `pairing-${process.pid}-${randomUUID()}`;
  return { name, worker, module: await MAKERS.pairing({ ...parts, worker }) };
}
