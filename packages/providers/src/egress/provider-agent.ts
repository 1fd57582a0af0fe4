import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { guardAnswers } from './answer-guard.ts';
import { makeNameLookup, type NameLookup } from './name-lookup.ts';

const CONNECT_TIMEOUT_MS = 10_000;

function makeProviderAgent(lookup: LookupFunction): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup, keepAlive: true });
  return new Agent({
    connect(target, callback) {
      connect(target, (error, socket) => {
        if (error) return callback(error, null);
        guardAnswers(socket as Socket); // safe: without an error there is a socket
        callback(null, socket as Socket); // safe: the same
      });
    },
  });
}

const agents = new Map<string, { agent: Agent; names: NameLookup }>();

/**
 * The connections to providers, of one process: their names are looked up apart from those that customers choose, and
 * the heads of their answers are bounded. `servers` is the value of PARLEY_DNS_SERVERS.
 */
export function providerAgent(servers?: string | undefined): Agent {
  const known = agents.get(servers ?? '');
  if (known) return known.agent;
  const names = makeNameLookup({ servers });
  const agent = makeProviderAgent(names.lookup);
  agents.set(servers ?? '', { agent, names });
  return agent;
}
