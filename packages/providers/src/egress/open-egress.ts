import type { Environment } from '@parley/runtime/environment';
import type { Agent } from 'undici';
import { checkUrl, readUrl } from './check-url.ts';
import { type EgressAgentOptions, makeEgressAgent } from './egress-agent.ts';
import { type EgressConnector, makeEgressConnector } from './egress-connector.ts';
import { type EgressPolicy, makeClosedPolicy, makeEgressPolicy } from './egress-policy.ts';
import { connectEgress, type EgressSocket } from './egress-socket.ts';
import { makeNameLookup, type NameLookupOptions } from './name-lookup.ts';

/** The variables of the egress rules and the name servers. */
export type EgressEnvironment = Pick<Environment, 'PARLEY_EGRESS_ALLOW' | 'PARLEY_DNS_SERVERS'> &
  Partial<Pick<Environment, 'PARLEY_DEMO' | 'PARLEY_SANDBOX_PORT'>>;

/** The policy of the environment; `demoPaths` are the sandbox's paths that a demo may reach. */
const policyOf = (
  { PARLEY_DEMO: isDemo, PARLEY_SANDBOX_PORT: port, PARLEY_EGRESS_ALLOW: allow }: EgressEnvironment,
  paths: readonly string[],
): EgressPolicy => (isDemo ? makeClosedPolicy({ origin: `http://127.0.0.1:${port}`, paths }) : makeEgressPolicy(allow));

interface EgressOptions extends EgressAgentOptions {
  names?: Omit<NameLookupOptions, 'servers'>;
  /** Default: none. */
  demoPaths?: readonly string[];
}

/** Requests to user-provided URLs. */
export interface Egress {
  agent: Agent;
  /** Connects an HTTP client that has a separate dispatcher. */
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
  { names: nameOptions, demoPaths = [], ...options }: EgressOptions = {},
): Egress {
  const policy = policyOf(environment, demoPaths);
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
