import type { listBots as contract } from '@parley/common/contracts/operator/bots';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { toBotView } from '../domain/bot.ts';
import type { BotsRecords } from '../records.ts';
import { listBotsAfter } from '../storage/bot-store.ts';

/** Lists the bots of a tenant, oldest first. Errors: unknown_tenant, invalid_cursor. */
export async function listBots(
  { database }: BotsRecords,
  { slug, limit, cursor }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(database, slug);
  const rows = await listBotsAfter(database.prisma, tenantId, readCursor(cursor), limit + 1);
  return pageOf(rows, limit, toBotView);
}
