import { verb } from '@parley/bus/verb';
import { rotateKey as contract } from '@parley/common/contracts/operator/keys';
import { AppError } from '@parley/common/errors';
import { keyChanged } from '@parley/common/hints';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { hashApiKey, makeApiKey, toKeyView } from './key.rules.ts';
import { findKey, saveKeyHash } from './key.store.ts';

const HOUR_MS = 3_600_000;

/**
 * The old key stays valid for the given hours (docs/reference/operator-api.md#keys). Errors: unknown_tenant, unknown_key
 * (a revoked key too).
 */
export const rotateKey = verb(
  contract,
  async ({ database, bus, now }: AccountsService, { slug, instanceId, graceHours }) => {
    const tenantId = await tenantOfSlug(database, slug);
    const apiKey = makeApiKey();
    const previousUntil = graceHours === 0 ? null : new Date(now().getTime() + graceHours * HOUR_MS);
    const key = await database.prismaTransaction(async ({ prisma, sql }) => {
      const isReplaced = await saveKeyHash(sql, tenantId, instanceId, { keyHash: hashApiKey(apiKey), previousUntil });
      return isReplaced ? findKey(prisma, tenantId, instanceId) : null;
    });
    if (!key) throw new AppError('unknown_key');
    bus.publishHint(keyChanged, { instanceId });
    return { ...toKeyView(key), apiKey };
  },
);
