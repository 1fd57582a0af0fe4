import { Agent } from 'undici';
import { guardAnswers } from './answer-guard.ts';
import { type EgressConnectorOptions, makeEgressConnector } from './egress-connector.ts';
import type { EgressPolicy } from './egress-policy.ts';

export interface EgressAgentOptions extends EgressConnectorOptions {
  /** Sockets per host; default 64. */
  maxSocketsPerHost?: number;
}

/** A connection pool under the egress rules ({@link makeEgressConnector}). Follows no redirects. */
export function makeEgressAgent(
  policy: EgressPolicy,
  options: EgressAgentOptions = {},
  connect = makeEgressConnector(policy, options),
): Agent {
  return new Agent({
    connections: options.maxSocketsPerHost ?? 64,
    keepAliveTimeout: 30_000,
    connect(target, callback) {
      connect(target, (error, socket) => {
        if (error) return callback(error, null);
        guardAnswers(socket);
        callback(null, socket);
      });
    },
  });
}
