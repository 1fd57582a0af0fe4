import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AnswerLimits, guardAnswers } from './answer-guard.ts';
import { EgressError, type EgressPolicy } from './egress-policy.ts';
import { systemLookup } from './system-lookup.ts';

export interface EgressAgentOptions {
  /** Sockets per host; default 64. */
  maxSocketsPerHost?: number;
  connectTimeoutMs?: number;
  /** Resolves names; default: the system's name servers. */
  lookup?: LookupFunction;
  /** Limits of an answer. */
  answer?: AnswerLimits;
}

export const forbidden = (address: string): EgressError =>
  new EgressError('not_public', `The address ${address} is not public.`);

/** Accepts a name only when all of its addresses are allowed: the socket uses the result of this look-up. */
export function checkedLookup(policy: EgressPolicy, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const bad = addresses.find(({ address }) => !policy.allows(address));
      const [first] = addresses;
      if (bad || !first) return callback(forbidden(bad?.address ?? hostname), '');
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * A connection pool that enforces the policy on every connection: literal addresses are checked before connecting, names when
 * they are resolved for the socket, and the peer once it is connected (docs/reference/webhook-delivery.md#egress-rules).
 * Follows no redirects.
 */
export function makeEgressAgent(policy: EgressPolicy, options: EgressAgentOptions = {}): Agent {
  const connectTimeoutMs = options.connectTimeoutMs ?? 5000;
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: checkedLookup(policy, options.lookup ?? systemLookup().lookup),
    keepAlive: true,
  });
  return new Agent({
    connections: options.maxSocketsPerHost ?? 64,
    keepAliveTimeout: 30_000,
    connectTimeout: connectTimeoutMs,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
      if (isIP(host) && !policy.allows(host)) return callback(forbidden(host), null);
      connect(target, (error, socket) => {
        if (error) return callback(error, null);
        const connected = socket as Socket; // safe: without an error there is a socket
        const peer = connected.remoteAddress ?? '';
        const open = target.protocol === 'https:' || policy.isOpened(peer);
        if (open && policy.allows(peer)) {
          guardAnswers(connected, options.answer);
          return callback(null, connected);
        }
        connected.destroy();
        callback(open ? forbidden(peer) : new EgressError('not_https', 'Plain http is not allowed there.'), null);
      });
    },
  });
}
