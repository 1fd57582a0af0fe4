import { checkUrl, type ResolveAll, resolveAll } from '@parley/providers/egress/check-url';
import { EgressError, makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import type { IsRedirectAllowed } from './use-cases/make-connect-link.ts';

const MAX_LENGTH = 2048;
const RESOLVE_WITHIN_MS = 5000;
/** Spelled out: what a browser would mend (spaces, backslashes, a missing slash) is no absolute https address. */
const ABSOLUTE_HTTPS = /^https:\/\/[^\s/\\\p{Cc}][^\s\\\p{Cc}]*$/iu;

/** A name server that does not answer is a name that does not resolve. */
const resolveInTime: ResolveAll = async (host) => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The name server did not answer.')), RESOLVE_WITHIN_MS);
  });
  return Promise.race([resolveAll(host), late]).finally(() => clearTimeout(timer));
};

/** https on a public host, by the egress rules for the value of PARLEY_EGRESS_ALLOW. Throws when that is no list of ranges. */
export function makeIsRedirectAllowed(
  egressAllow: string | undefined,
  resolve: ResolveAll = resolveInTime,
): IsRedirectAllowed {
  const policy = makeEgressPolicy(egressAllow);
  return async (text) => {
    if (text.length > MAX_LENGTH || !ABSOLUTE_HTTPS.test(text) || !text.isWellFormed()) return false;
    try {
      await checkUrl(text, policy, resolve);
      return true;
    } catch (error) {
      if (error instanceof EgressError) return false;
      throw error;
    }
  };
}
