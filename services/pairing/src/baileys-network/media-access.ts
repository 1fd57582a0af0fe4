import type { Dispatcher } from 'undici';
import { isMediaHost, MEDIA_ORIGIN } from '../domain/media-address.ts';

/** Ways out. */
export interface Dispatchers {
  /** Reaches what the egress rules allow. */
  egress: Dispatcher;
  /** Reaches what an operator has named. */
  provider: Dispatcher;
}

/** How files of the network are reached. */
export interface MediaAccess {
  /** Where they lie: the network's own host, or the emulation's. */
  origin: string;
  /** Where they may be brought, of the hosts that the network announces. */
  uploadOrigins(hosts: readonly string[]): string[];
  dispatcher: Dispatcher;
}

const MAX_UPLOAD_HOSTS = 3;

/** Whether an address of the network is an emulation's: without TLS nobody's identity can be checked. */
const isEmulated = (url: string): boolean => url.startsWith('ws://');

/**
 * Files lie at the network's own hosts, behind the egress rules. An emulation, which an operator names by an address without
 * TLS, has them at that very address.
 */
export function openMediaAccess(url: string, { egress, provider }: Dispatchers): MediaAccess {
  if (!isEmulated(url)) {
    const uploadOrigins = (hosts: readonly string[]): string[] =>
      hosts
        .filter(isMediaHost)
        .slice(0, MAX_UPLOAD_HOSTS)
        .map((host) => `https://${host}`);
    return { origin: MEDIA_ORIGIN, uploadOrigins, dispatcher: egress };
  }
  const { origin } = new URL(url.replace(/^ws/, 'http'));
  return { origin, uploadOrigins: () => [origin], dispatcher: provider };
}
