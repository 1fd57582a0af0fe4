import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { closed, EgressError, type EgressPolicy } from './egress-policy.ts';
import { systemLookup } from './system-lookup.ts';

export interface EgressConnectorOptions {
  /** Default 5 s. */
  connectTimeoutMs?: number;
  /** Resolves names; default: the system's name servers. */
  lookup?: LookupFunction;
}

/** The origin to connect to. */
export type EgressTarget = Pick<buildConnector.Options, 'host' | 'hostname' | 'protocol' | 'port' | 'servername'>;

/** Connects a socket under the egress rules. */
export type EgressConnector = (
  target: EgressTarget,
  callback: (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void,
) => void;

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

/** Whether the target is not the sandbox of a demo; names never are. */
const isClosedTo = ({ closedTo }: EgressPolicy, host: string, { protocol, port }: EgressTarget): boolean =>
  closedTo !== null && `${protocol}//${host}:${port}` !== closedTo.origin;

/**
 * Enforces the policy on every connection: literal addresses are checked before connecting, names when they are
 * resolved for the socket, and the peer once it is connected (docs/reference/webhook-delivery.md#egress-rules).
 */
export function makeEgressConnector(policy: EgressPolicy, options: EgressConnectorOptions = {}): EgressConnector {
  const connect = buildConnector({
    timeout: options.connectTimeoutMs ?? 5000,
    lookup: checkedLookup(policy, options.lookup ?? systemLookup().lookup),
    keepAlive: true,
  });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    if (isClosedTo(policy, host, target)) return callback(closed(), null);
    if (isIP(host) && !policy.allows(host)) return callback(forbidden(host), null);
    connect(target, (error, socket) => {
      if (error) return callback(error, null);
      const connected = socket as Socket; // safe: without an error there is a socket
      const peer = connected.remoteAddress ?? '';
      const open = target.protocol === 'https:' || policy.isOpened(peer);
      if (open && policy.allows(peer)) return callback(null, connected);
      connected.destroy();
      callback(open ? forbidden(peer) : new EgressError('not_https', 'Plain http is not allowed there.'), null);
    });
  };
}
