const PATH_MAX = 2048;
/** What the network's own paths are made of: no `@`, backslash, `#`, blank or control character, and nothing beyond ASCII. */
const PATH = /^\/(?!.*\/\/)[\w.~!$&()*+,;=:%/?-]*$/;
const HOST_MAX = 253;
const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+whatsapp\.net$/;

/** Where files of the network lie, whatever host a message names. */
export const MEDIA_ORIGIN = 'https://mmg.whatsapp.net';

/** Whether uploads may go to this host, which the network itself announces. */
export const isMediaHost = (host: string): boolean => host.length <= HOST_MAX && HOST.test(host);

/**
 * The address of a file at `origin` by the path that its sender chose; null when that path could lead anywhere else, or is
 * not in the very form in which it is going to be asked for.
 */
export function mediaAddress(origin: string, directPath: string): URL | null {
  if (directPath.length > PATH_MAX || !PATH.test(directPath)) return null;
  // The path begins with one slash, so that this never throws.
  const address = new URL(directPath, origin);
  const isExact = address.origin === origin && address.pathname + address.search === directPath;
  return isExact ? address : null;
}

/** Whether a sender's path can be one of the network's own. */
export const isMediaPath = (directPath: string): boolean => mediaAddress(MEDIA_ORIGIN, directPath) !== null;
