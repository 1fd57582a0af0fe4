import type { Camel } from '@parley/common/casing/camel';
import { NumberQuality as QualityOnWire } from '@parley/common/contracts/console/channel-health';
import type { z } from 'zod';

/** The platform's rating of a wa number. */
export type NumberQuality = Camel<z.infer<typeof QualityOnWire>>;

export const UNKNOWN_QUALITY: NumberQuality = { rating: 'UNKNOWN', limitTier: null };

/** Reads a platform's rating of a number; unknown words become unknown. */
export function readQuality(said: {
  quality_rating?: string | undefined;
  messaging_limit?: string | undefined;
}): NumberQuality {
  const { rating, limit_tier: limitTier } = QualityOnWire.shape;
  return {
    rating: rating.safeParse(said.quality_rating).data ?? UNKNOWN_QUALITY.rating,
    limitTier: limitTier.safeParse(said.messaging_limit).data ?? UNKNOWN_QUALITY.limitTier,
  };
}
