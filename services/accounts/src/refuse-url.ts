import { EgressError } from '@parley/providers/egress/egress-policy';
import { type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import type { RefuseUrl } from './use-cases/check-webhook-url.ts';

/** Names that operators set are looked up on one account. */
const KEY = 'operators';

/** The egress rules of the environment. Throws on a bad variable. */
export function makeRefuseUrl(environment: EgressEnvironment): RefuseUrl {
  const { checkUrl } = openEgress(environment);
  return async (url) => {
    try {
      await checkUrl(url, KEY);
      return null;
    } catch (error) {
      if (error instanceof EgressError) return error.message;
      throw error;
    }
  };
}
