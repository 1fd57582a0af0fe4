import { createHash, timingSafeEqual } from 'node:crypto';
import { Socket } from 'node:net';
import { hostnameOf, isFixedHostname } from '@parley/common/values/host-names';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../callbacks/callback-address.ts';
import { ControlError } from '../control/control-error.ts';

const READS = ['GET', 'HEAD'];
/** Accepts webhooks of any form, from anyone. */
const RECEIVER = '/sandbox/receiver/:name';

/**
 * Keeps pages of other origins from writing through a developer's browser: the control API accepts only JSON, and none
 * from foreign origins.
 */
export function guardControl(app: FastifyInstance, ownOrigins: () => readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (!isControlWrite(request)) return;
    const { origin, 'content-type': type } = request.headers;
    if (origin !== undefined && !ownOrigins().includes(origin))
      throw new ControlError(403, 'foreign_origin', `A page of ${origin} may not write here.`);
    if (type !== undefined && !/^application\/json(;|$)/i.test(type))
      throw new ControlError(415, 'json_only', 'The control API takes JSON.');
  });
}

/** The digests of two tokens, so that their lengths are equal. */
const isSame = (given: string, token: string): boolean => {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};

/**
 * Requires the bearer token on every control call and page (docs/operations/demo.md#the-sandbox), except where webhooks
 * arrive. The calls that the test phone makes inside the process have no socket.
 */
export function requireControlToken(app: FastifyInstance, token: string): void {
  app.addHook('onRequest', async ({ raw, headers: { authorization = '' }, routeOptions: { url = '' } }) => {
    if (url === RECEIVER || !url.startsWith('/sandbox') || !(raw.socket instanceof Socket)) return;
    if (!isSame(authorization, `Bearer ${token}`))
      throw new ControlError(401, 'control_token_required', 'The control API of this sandbox needs its token.');
  });
}

/**
 * Refuses requests with a foreign Host on every route: a page whose name resolves to this machine (DNS rebinding) could
 * read mails with reset links. IP addresses and localhost cannot be rebound.
 */
export function guardHost(app: FastifyInstance, ownNames: readonly (string | null)[]): void {
  app.addHook('onRequest', async ({ headers: { host } }) => {
    const hostname = hostnameOf(host);
    if (hostname === null || !(isFixedHostname(hostname) || ownNames.includes(hostname)))
      throw new ControlError(421, 'foreign_host', 'This name is none of the sandbox: PARLEY_SANDBOX_NAMES adds one.');
  });
}

function isControlWrite({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/sandbox/') && url !== RECEIVER && !READS.includes(method);
}

/** The origins of these addresses; this machine's own names are interchangeable. */
export function originsOf(addresses: readonly (string | null | undefined)[]): string[] {
  const origins = addresses.flatMap((address) => {
    if (!address || !URL.canParse(address)) return [];
    const { origin, hostname, protocol, port } = new URL(address);
    if (!isLoopback(hostname) && hostname !== '0.0.0.0' && hostname !== '[::]') return [origin];
    return [origin, ...['localhost', '127.0.0.1'].map((name) => new URL(`${protocol}//${name}:${port}`).origin)];
  });
  return [...new Set(origins)];
}
