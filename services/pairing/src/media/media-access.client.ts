import type { Dispatcher } from 'undici';
import { isMediaHost, MEDIA_ORIGIN, mediaAddress, PICTURE_ORIGIN } from './media-pointer.rules.ts';

export interface Dispatchers {
  /** Reaches addresses that the egress rules allow. */
  egress: Dispatcher;
  /** Reaches addresses that an operator has configured. */
  provider: Dispatcher;
}

/** Access to files of the network. */
export interface MediaAccess {
  /** Origin of downloads: the network's own host, or the emulation's. */
  origin: string;
  /** Which of the hosts that the network announces may receive uploads. */
  uploadOrigins(hosts: readonly string[]): string[];
  /** The address of a picture that the network has named; null for one that is not at the network's own host. */
  pictureAddress(url: string): URL | null;
  dispatcher: Dispatcher;
}

const MAX_UPLOAD_HOSTS = 3;

/**
 * Files are at the network's own hosts, under the egress rules. An emulation, which an operator configures by a URL without TLS,
 * serves them at that URL.
 */
export function openMediaAccess(url: string, { egress, provider }: Dispatchers): MediaAccess {
  if (!isEmulated(url)) {
    const uploadOrigins = (hosts: readonly string[]): string[] =>
      hosts
        .filter(isMediaHost)
        .slice(0, MAX_UPLOAD_HOSTS)
        .map((host) => `https://${host}`);
    const pictureAddress = (picture: string): URL | null => {
      const named = parseUrl(picture);
      return named?.origin === PICTURE_ORIGIN ? mediaAddress(PICTURE_ORIGIN, named.pathname + named.search) : null;
    };
    return { origin: MEDIA_ORIGIN, uploadOrigins, pictureAddress, dispatcher: egress };
  }
  const { origin } = new URL(url.replace(/^ws/, 'http'));
  const pictureAddress = (picture: string): URL | null => {
    const named = parseUrl(picture);
    return named && mediaAddress(origin, named.pathname + named.search);
  };
  return { origin, uploadOrigins: () => [origin], pictureAddress, dispatcher: provider };
}

/** Whether a network URL is that of an emulation, which has no TLS. */
const isEmulated = (url: string): boolean => url.startsWith('ws://');

const parseUrl = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);
