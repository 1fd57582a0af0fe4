import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { Egress } from '@parley/providers/egress/open-egress';

/** Look-ups of operators' URLs share one key of the look-up limits. */
const LOOKUP_KEY = 'operators';

/**
 * Why the egress rules refuse a webhook URL ("must be …"), or null. They are checked again when a socket connects
 * (docs/reference/webhook-delivery.md#egress-rules).
 */
export const refuseUrl = (egress: Pick<Egress, 'checkUrl'>, url: string): Promise<string | null> =>
  egressRefusal(() => egress.checkUrl(url, LOOKUP_KEY));
