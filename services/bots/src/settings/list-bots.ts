import { verb } from '@parley/bus/verb';
import { listBots as contract } from '@parley/common/contracts/operator/bots';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsRecords } from '../records.ts';
import { toBotView } from './bot.rules.ts';
import { listBotsAfter } from './bot.store.ts';

/** Lists the bots of a tenant, oldest first. Errors: unknown_tenant, invalid_cursor. */
export const listBots = verb(contract, async ({ database }: BotsRecords, { slug, limit, cursor }) => {
  const tenantId = await tenantOfSlug(database, slug);
  const rows = await listBotsAfter(database.prisma, tenantId, readCursor(cursor), limit + 1);
  return pageOf(rows, limit, toBotView);
});
