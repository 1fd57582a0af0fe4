import type { Camel } from '@parley/common/casing/camel';
import type { ConsentView } from '@parley/common/contracts/operator/consent';
import type { z } from 'zod';

type View = Camel<z.infer<typeof ConsentView>>;

/** The last decision about a person. */
export interface StoredConsent {
  isOptedOut: boolean;
  by: View['by'];
  decidedAt: Date | null;
}

/** Converts to the operator API; null, no stored decision, is shown as not opted out. */
export const showConsent = (stored: StoredConsent | null): View => ({
  optedOut: stored?.isOptedOut ?? false,
  by: stored?.by ?? null,
  at: stored?.decidedAt?.toISOString() ?? null,
});
