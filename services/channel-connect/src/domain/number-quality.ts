import type { Camel } from '@parley/common/casing/camel';
import { NumberQuality as QualityOnWire } from '@parley/common/contracts/console/channel-health';
import type { z } from 'zod';

/** What a platform says of a wa number. */
export type NumberQuality = Camel<z.infer<typeof QualityOnWire>>;

export const UNKNOWN_QUALITY: NumberQuality = { rating: 'UNKNOWN', limitTier: null };

/** What a platform says of a number; what is not one of its known words is unknown. */
export function readQuality(said: {
  quality_rating?: string | undefined;
  messaging_limit_tier?: string | undefined;
}): NumberQuality {
  const { rating, limit_tier: limitTier } = QualityOnWire.shape;
  return {
    rating: rating.safeParse(said.quality_rating).data ?? UNKNOWN_QUALITY.rating,
    limitTier: limitTier.safeParse(said.messaging_limit_tier).data ?? UNKNOWN_QUALITY.limitTier,
  };
}
