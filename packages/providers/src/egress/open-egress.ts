import type { Environment } from '@parley/common/environment';
import type { Agent } from 'undici';
import { checkUrl, readUrl } from './check-url.ts';
import { type EgressAgentOptions, makeEgressAgent } from './egress-agent.ts';
import { makeEgressPolicy } from './egress-policy.ts';
import { makeNameLookup, type NameLookupOptions } from './name-lookup.ts';

/** The variables that say where our requests may go and who knows names. */
export type EgressEnvironment = Pick<Environment, 'PARLEY_EGRESS_ALLOW' | 'PARLEY_DNS_SERVERS'>;

/** The way to addresses that somebody gave us. */
export interface Egress {
  agent: Agent;
  /** Checks an address as far as nobody is asked. Throws EgressError. */
  readUrl(text: string): URL;
  /**
   * Checks an address by the egress rules. `key` says who gave it: its names are looked up a few at a time.
   * Throws EgressError, and `service_unavailable` when our own name servers are away.
   */
  checkUrl(text: string, key?: string): Promise<URL>;
  /** Ends what is under way. */
  destroy(): Promise<void>;
  /** Ends when nothing is under way. */
  close(): Promise<void>;
}

/** Opens it with a look-up of its own: names that customers chose delay no provider's. Throws on a bad variable, naming it. */
export function openEgress(
  environment: EgressEnvironment,
  { names: nameOptions, ...options }: EgressAgentOptions & { names?: Omit<NameLookupOptions, 'servers'> } = {},
): Egress {
  const policy = makeEgressPolicy(environment.PARLEY_EGRESS_ALLOW);
  const names = makeNameLookup({ ...nameOptions, servers: environment.PARLEY_DNS_SERVERS });
  const agent = makeEgressAgent(policy, { lookup: names.lookup, ...options });
  return {
    agent,
    readUrl: (text) => readUrl(text, policy),
    checkUrl: (text, key) => checkUrl(text, policy, (host) => names.resolve(host, key)),
    destroy: () => agent.destroy().finally(names.close),
    close: () => agent.close().finally(names.close),
  };
}
