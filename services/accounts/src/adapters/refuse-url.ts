import { EgressError } from '@parley/providers/egress/egress-policy';
import { type EgressEnvironment, openEgress } from '@parley/providers/egress/open-egress';
import type { RefuseUrl } from '../use-cases/manage-keys.ts';

/** Look-ups of operators' URLs share one key of the look-up limits. */
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
