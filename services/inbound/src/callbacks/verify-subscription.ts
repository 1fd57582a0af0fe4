import { createHash, timingSafeEqual } from 'node:crypto';
import { verb } from '@parley/bus/verb';
import { verifySubscription as contract } from '@parley/common/contracts/internal/receive-callback';
import { AppError } from '@parley/common/errors';
import type { InboundService } from '../service.ts';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/**
 * Answers the provider's check of the callback address with its challenge; refused when no token is configured. Errors:
 * invalid_verify_token.
 */
export const verifySubscription = verb(
  contract,
  async ({ environment }: InboundService, { mode, token, challenge }) => {
    const { PARLEY_META_VERIFY_TOKEN: expected } = environment;
    const matches = expected !== undefined && expected !== '' && timingSafeEqual(digest(token), digest(expected));
    if (mode !== 'subscribe' || !matches) throw new AppError('invalid_verify_token');
    return { challenge };
  },
);
