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

/** In the form of the operator API; null: nobody has decided. */
export const showConsent = (stored: StoredConsent | null): View => ({
  optedOut: stored?.isOptedOut ?? false,
  by: stored?.by ?? null,
  at: stored?.decidedAt?.toISOString() ?? null,
});
