import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/inbound-item';
import { tidyItem } from '../domain/tidy-item.ts';
import { isUnstorable } from '../domain/unstorable.ts';
import type { InboundService } from '../service.ts';
import { orUnavailable } from './or-unavailable.ts';
import { storeAlone } from './store-alone.ts';

/**
 * Stores one quarantined item; returns why it must stay in the quarantine, or null after the commit. Errors:
 * service_unavailable.
 */
export const storeAgain = (service: InboundService, given: InboundItem): Promise<string | null> =>
  orUnavailable(async () => {
    const { item, refusal } = tidyItem(given, service.now());
    if (refusal !== null) return refusal;
    try {
      await storeAlone(service, { items: [item], mayWait: false, leavesWaiting: true });
      return null;
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      return refusalReason(error);
    }
  });
