import type { listAiKeys as contract } from '@parley/common/contracts/operator/ai-keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { toKeyView } from '../domain/ai-key.ts';
import { platformProvidersOf } from '../domain/bots-environment.ts';
import type { BotsRecords } from '../records.ts';
import { listKeys } from '../storage/key-store.ts';

/** Lists a tenant's own keys, and what the deployment offers. Errors: unknown_tenant. */
export async function listAiKeys(
  { database, environment }: BotsRecords,
  { slug }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const keys = await listKeys(database.prisma, await tenantOfSlug(database, slug));
  const platform = { providers: platformProvidersOf(environment), price: Number(environment.PARLEY_BOT_PRICE) };
  return { items: keys.map(toKeyView), platform };
}
