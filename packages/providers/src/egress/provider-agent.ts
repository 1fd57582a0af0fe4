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

interface ToProviders {
  agent: Agent;
  names: NameLookup;
}

const opened = new Map<string, ToProviders>();

function toProviders(servers = ''): ToProviders {
  const known = opened.get(servers);
  if (known) return known;
  const names = makeNameLookup({ servers });
  const made = { agent: makeProviderAgent(names.lookup), names };
  opened.set(servers, made);
  return made;
}

/**
 * The process's connections to providers: their names are looked up separately from customers' names, and the size of answer
 * heads is limited. `servers` is the value of PARLEY_DNS_SERVERS.
 */
export const providerAgent = (servers?: string): Agent => toProviders(servers).agent;

/** The same look-up for connections to a provider that are not HTTP requests. */
export const providerLookup = (servers?: string): LookupFunction => toProviders(servers).names.lookup;
