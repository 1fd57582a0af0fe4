import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { Egress } from '@parley/providers/egress/open-egress';

/**
 * Why the egress rules refuse a webhook URL ("must be …"), or null. They are checked again when a socket connects
 * (docs/reference/webhook-delivery.md#egress-rules). Look-ups of one `owner` share a limit.
 */
export const refuseUrl = (egress: Pick<Egress, 'checkUrl'>, url: string, owner = 'operators'): Promise<string | null> =>
  egressRefusal(() => egress.checkUrl(url, owner));
