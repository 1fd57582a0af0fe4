import { hostnameOf } from '@parley/common/values/host-names';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wantsPage } from '../built-files/send-built-file.ts';

/** First segments of the pages that a person opens. */
const PAGES: ReadonlySet<string> = new Set(['console', 'connect', 'pair', 'notifications', 'docs']);
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const portOf = ({ protocol, port }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** The host that the browser asked for; null when the header cannot be parsed. */
const askedOf = (host: string | undefined): URL | null =>
  hostnameOf(host) === null ? null : new URL(`http://${host}`);

/** Whether the request opens a page under another loopback name than the one of PARLEY_PUBLIC_URL. */
function isAtOtherName(request: FastifyRequest, own: URL): boolean {
  const [, segment = ''] = request.url.split(/[/?]/);
  if (request.method !== 'GET' || !PAGES.has(segment) || !wantsPage(request)) return false;
  const asked = askedOf(request.headers.host);
  // Another port is a forwarded one: PARLEY_PUBLIC_URL may be unreachable from there.
  return (
    asked !== null &&
    asked.hostname !== own.hostname &&
    LOOPBACK_NAMES.has(asked.hostname) &&
    portOf(asked) === portOf(own)
  );
}

/**
 * Redirects pages from another loopback name (`127.0.0.1`, `localhost`, `[::1]`) to PARLEY_PUBLIC_URL. A browser keeps
 * the session of each name apart, and the platforms' dialogs return to the public one: a person who signed in under
 * another name would not be signed in there (docs/reference/requests.md#address).
 */
export function leadToPublicName(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl);
  if (!LOOPBACK_NAMES.has(own.hostname)) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!isAtOtherName(request, own)) return;
    request.operation = 'page-redirect';
    await reply.code(307).header('location', `${own.origin}${request.url}`).send();
  });
}
