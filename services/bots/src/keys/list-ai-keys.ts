import { verb } from '@parley/bus/verb';
import { listAiKeys as contract } from '@parley/common/contracts/operator/ai-keys';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsRecords } from '../records.ts';
import { platformProvidersOf, toKeyView } from './key.rules.ts';
import { listKeys } from './key.store.ts';

/** Lists a tenant's own keys, and what the deployment offers. Errors: unknown_tenant. */
export const listAiKeys = verb(contract, async ({ database, environment }: BotsRecords, { slug }) => {
  const keys = await listKeys(database.prisma, await tenantOfSlug(database, slug));
  const platform = { providers: platformProvidersOf(environment), price: Number(environment.PARLEY_BOT_PRICE) };
  return { items: keys.map(toKeyView), platform };
});
