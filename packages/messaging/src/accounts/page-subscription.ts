import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

/**
 * The version of the list of webhook fields that pages are subscribed to: raise it with every change of the list, and
 * pages that were connected before are subscribed again. 1: with messaging_handovers.
 */
export const PAGE_FIELDS_VERSION = 1;

const claim = defineStatement({
  name: 'channel-accounts.claim-subscriptions',
  text: `UPDATE channel_accounts c SET resubscribe_at = $2
          WHERE c.id IN (SELECT a.id FROM channel_accounts a
                          WHERE a.channel = 'fb' AND a.status = 'connected' AND a.subscribed_fields < ${PAGE_FIELDS_VERSION}
                            AND (a.resubscribe_at IS NULL OR a.resubscribe_at <= $1)
                          ORDER BY a.id LIMIT $3::int4 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING c.id, c.tenant_id, c.external_id, c.credentials`,
  params: { now: 'timestamptz', until: 'timestamptz', count: 'int4' },
  row: { id: 'int4', tenantId: 'int4', externalId: 'text', credentials: 'text' },
});

/** A page whose subscription is out of date. */
export type OutdatedPage = Awaited<ReturnType<typeof claim.all>>[number];

/** Takes pages with an outdated subscription; each is taken again at `until`, unless it is marked as subscribed. */
export const claimOutdatedPages = (
  sql: Sql,
  given: { now: Date; until: Date; count: number },
): Promise<OutdatedPage[]> => claim.all(sql, given);

/** Marks a page as subscribed to the current fields; false when it is not connected any more. */
export async function markPageSubscribed(
  { channelAccount }: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  { id, tenantId }: Pick<OutdatedPage, 'id' | 'tenantId'>,
): Promise<boolean> {
  const { count } = await channelAccount.updateMany({
    where: { id, tenantId, status: 'connected' },
    data: { subscribedFields: PAGE_FIELDS_VERSION, resubscribeAt: null },
  });
  return count > 0;
}
