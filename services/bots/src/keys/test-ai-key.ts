import { verb } from '@parley/bus/verb';
import { testAiKey as contract } from '@parley/common/contracts/operator/ai-keys';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsService } from '../service.ts';
import { askWithKey } from './ask-with-key.steps.ts';
import { keyPurpose, toKeyView } from './key.rules.ts';
import { findKey, markKey } from './key.store.ts';

/** Tests a tenant's key (docs/reference/bots.md#keys). Errors: unknown_tenant, unknown_ai_key. */
export const testAiKey = verb(contract, async (service: BotsService, { slug, provider, model }) => {
  const { database, cipher } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const key = await findKey(database, tenantId, provider);
  if (!key) throw new AppError('unknown_ai_key');
  const account = { provider, apiKey: cipher.decrypt(key.apiKey, keyPurpose(key)), baseUrl: key.baseUrl };
  const { status, problem } = await askWithKey(service, account, model);
  if (status === null) return { ...toKeyView(key), problem };
  const testedAt = service.now();
  const isMarked = await markKey(database.prisma, key, status, testedAt);
  // Otherwise the key has been replaced since.
  const known = isMarked ? { ...key, status, testedAt } : await findKey(database, tenantId, provider);
  if (!known) throw new AppError('unknown_ai_key');
  return { ...toKeyView(known), problem };
});
