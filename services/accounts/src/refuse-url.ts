import { checkUrl } from '@parley/providers/egress/check-url';
import { EgressError, makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import type { RefuseUrl } from './use-cases/check-webhook-url.ts';

/** The egress rules for the value of PARLEY_EGRESS_ALLOW. Throws when that is no list of ranges. */
export function makeRefuseUrl(egressAllow: string | undefined): RefuseUrl {
  const policy = makeEgressPolicy(egressAllow);
  return async (url) => {
    try {
      await checkUrl(url, policy);
      return null;
    } catch (error) {
      if (error instanceof EgressError) return error.message;
      throw error;
    }
  };
}
