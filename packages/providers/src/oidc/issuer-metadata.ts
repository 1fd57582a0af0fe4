import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { shareCalls } from '@parley/runtime/turns/share-calls';
import * as oidc from 'openid-client';
import { atIssuer, type IssuerEgress } from './at-issuer.ts';
import { IssuerProblem } from './issuer-problem.ts';

const ISSUERS_MAX = 500;
/** Larger metadata are read each time, so that the cache stays small. */
const CACHED_MAX_CHARACTERS = 32 * 1024;
const KEPT_MS = 5 * 60_000;
const PROBLEM_KEPT_MS = 5000;

type Metadata = Readonly<oidc.ServerMetadata>;
type Known = { metadata: Metadata } | { problem: IssuerProblem };

/** The metadata of issuers. Errors: IssuerProblem. */
export interface IssuerMetadata {
  /** At most five minutes old; a problem at most five seconds. */
  read(issuer: string): Promise<Metadata>;
  /** Requests the metadata, or waits for the running request. */
  refresh(issuer: string): Promise<Metadata>;
}

/** Reads the metadata of an issuer, whose name must be the configured one. */
const discover = (egress: IssuerEgress, issuer: string): Promise<Metadata> =>
  atIssuer(egress, async (fetch) => {
    // Metadata do not depend on a client, but the library wants one.
    const found = await oidc.discovery(new URL(issuer), 'metadata', undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      // The egress rules allow plain http only where the operator opened it.
      execute: [oidc.allowInsecureRequests],
    });
    return found.serverMetadata();
  });

function metadataOf(known: Known): Metadata {
  if ('problem' in known) throw known.problem;
  return known.metadata;
}

/**
 * A cache with one request at a time to an issuer: however many people begin to sign in, and whatever strangers do, the
 * issuer gets one request in five minutes.
 */
export function makeIssuerMetadata(egress: IssuerEgress, nowMs: () => number): IssuerMetadata {
  const cache = makeBoundedMap<string, Known>(ISSUERS_MAX, { nowMs });
  const ask = shareCalls(async (issuer: string): Promise<Known> => {
    try {
      const metadata = await discover(egress, issuer);
      if (JSON.stringify(metadata).length <= CACHED_MAX_CHARACTERS) cache.set(issuer, { metadata }, KEPT_MS);
      else cache.delete(issuer);
      return { metadata };
    } catch (problem) {
      if (!(problem instanceof IssuerProblem)) throw problem;
      cache.set(issuer, { problem }, PROBLEM_KEPT_MS);
      return { problem };
    }
  });
  return {
    read: async (issuer) => metadataOf(cache.get(issuer) ?? (await ask(issuer))),
    refresh: async (issuer) => metadataOf(await ask(issuer)),
  };
}
