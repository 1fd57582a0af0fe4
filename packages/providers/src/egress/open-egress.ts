import type { Environment } from '@parley/runtime/environment';
import type { Agent } from 'undici';
import { checkUrl, readUrl } from './check-url.ts';
import { type EgressAgentOptions, makeEgressAgent } from './egress-agent.ts';
import { type EgressConnector, makeEgressConnector } from './egress-connector.ts';
import { makeEgressPolicy } from './egress-policy.ts';
import { connectEgress, type EgressSocket } from './egress-socket.ts';
import { makeNameLookup, type NameLookupOptions } from './name-lookup.ts';

/** The variables of the egress rules and the name servers. */
export type EgressEnvironment = Pick<Environment, 'PARLEY_EGRESS_ALLOW' | 'PARLEY_DNS_SERVERS'>;

/** Requests to user-provided URLs. */
export interface Egress {
  agent: Agent;
  /** For an HTTP client of its own. */
  connector: EgressConnector;
  /** Checks a URL without a look-up. Throws EgressError. */
  readUrl(text: string): URL;
  /**
   * Checks a URL by the egress rules. `key` is its owner: concurrent look-ups are limited for each key. Throws
   * EgressError, and `service_unavailable` when our own name servers do not answer.
   */
  checkUrl(text: string, key?: string): Promise<URL>;
  /** A connection other than an HTTP request, under the same rules. Rejects with EgressError. */
  connect(target: { host: string; port: number; timeoutMs: number }): Promise<EgressSocket>;
  /** Aborts running requests. */
  destroy(): Promise<void>;
  /** Closes when no request is running. */
  close(): Promise<void>;
}

/**
 * Opens it with its own look-up, so that customers' names do not delay those of providers. Throws on an invalid
 * variable, naming it.
 */
export function openEgress(
  environment: EgressEnvironment,
  { names: nameOptions, ...options }: EgressAgentOptions & { names?: Omit<NameLookupOptions, 'servers'> } = {},
): Egress {
  const policy = makeEgressPolicy(environment.PARLEY_EGRESS_ALLOW);
  const names = makeNameLookup({ ...nameOptions, servers: environment.PARLEY_DNS_SERVERS });
  const connection = { lookup: names.lookup, ...options };
  const connector = makeEgressConnector(policy, connection);
  const agent = makeEgressAgent(policy, connection, connector);
  return {
    agent,
    connector,
    readUrl: (text) => readUrl(text, policy),
    checkUrl: (text, key) => checkUrl(text, policy, (host) => names.resolve(host, key)),
    connect: (target) => connectEgress(policy, names.lookup, target),
    destroy: () => agent.destroy().finally(names.close),
    close: () => agent.close().finally(names.close),
  };
}
