import { Channel } from '@parley/common/channels';
import type { DisconnectReason } from '@parley/common/events';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { ACCOUNT_COLUMNS, accountRow } from '@parley/messaging/accounts/account-row';
import { disconnectAccount } from '@parley/messaging/accounts/write-accounts';
import { z } from 'zod';
import { type ChannelAccount, OWN_CHANNELS } from '../channels/account.rules.ts';
import { ACCOUNT_STATUSES } from '../connecting/hold.rules.ts';
import {
  type NewRemovalJob,
  REMOVAL_KINDS,
  type RemovableAccount,
  type RemovalJob,
  type RemovalKind,
} from './removal.rules.ts';

/** Disconnects one locked account: deletes its credentials and all data that exists only while it is connected. */
export async function disconnectRow(
  { prisma, sql }: PrismaTransaction,
  account: ChannelAccount,
  reason: DisconnectReason,
  now: Date,
  emptyCredentials: string,
): Promise<void> {
  await disconnectAccount(sql, account.id, { reason, at: now, emptyCredentials });
  const where = { channelAccountId: account.id, tenantId: account.tenantId };
  await prisma.listedTemplates.deleteMany({ where });
  await prisma.channelToken.deleteMany({ where });
  await prisma.historyImport.deleteMany({ where });
}

/** The account and those linked to it. */
const lockConnected = defineStatement({
  name: 'channel-connect.lock-to-remove',
  text: `SELECT ${ACCOUNT_COLUMNS}, c.authorized_at FROM channel_accounts c
          WHERE c.tenant_id = $1 AND c.status = 'connected'
            AND ((c.channel = $2 AND c.external_id = $3)
              OR c.linked_account_id IN (SELECT id FROM channel_accounts
                                          WHERE tenant_id = $1 AND channel = $2 AND external_id = $3))
          ORDER BY c.id FOR NO KEY UPDATE OF c`,
  params: { tenantId: 'int4', channel: 'text', externalId: 'text' },
  row: { ...accountRow, authorizedAt: 'timestamptz?' },
});

/** Locks the connected rows of an account and of those linked to it. */
export const lockToRemove = (
  sql: Sql,
  account: Pick<ChannelAccount, 'tenantId' | 'channel' | 'externalId'>,
): Promise<RemovableAccount[]> => lockConnected.all(sql, account);

const lockOthers = defineStatement({
  name: 'channel-connect.lock-others-linked',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts c
          WHERE c.linked_account_id = $1 AND c.id <> $2 AND c.status = 'connected' ORDER BY c.id FOR NO KEY UPDATE`,
  params: { pageAccountId: 'int4', keptId: 'int4' },
  row: accountRow,
});

/** Locks the connected accounts that are linked to a page, except one. */
export const lockOthersLinked = (sql: Sql, pageAccountId: number, keptId: number): Promise<ChannelAccount[]> =>
  lockOthers.all(sql, { pageAccountId, keptId });

type Rows = Pick<PrismaDatabase, 'prisma'>;

/** Inserts a job in the transaction of the removal; returns its id. */
export async function addRemovalJob(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  job: NewRemovalJob,
): Promise<number> {
  return (await prisma.removalJob.create({ data: job, select: { id: true } })).id;
}

const claimJobs = defineStatement({
  name: 'channel-connect.claim-removal-jobs',
  text: `UPDATE removal_jobs SET claim_id = $1, claimed_until = $3, holder = $5, attempts = attempts + 1
          WHERE id IN (SELECT id FROM removal_jobs
                        WHERE due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                        ORDER BY due_at LIMIT $4::int4 FOR UPDATE SKIP LOCKED)
         RETURNING id, claim_id, kind, external_id, credentials, attempts, is_reported, created_at`,
  params: { claimId: 'text', now: 'timestamptz', until: 'timestamptz', count: 'int4', holder: 'int4?' },
  row: {
    id: 'int4',
    claimId: 'text!',
    kind: oneOf(...REMOVAL_KINDS),
    externalId: 'text',
    credentials: 'text',
    attempts: 'int4',
    isReported: 'bool',
    createdAt: 'timestamptz',
  },
});

/** When the next job is due or a claim expires; reads only the first rows: later ones are found when these are done. */
export const findDueRemoval = defineDue({
  name: 'channel-connect.find-due-removal-job',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM removal_jobs ORDER BY due_at LIMIT 100) first`,
});

const CHANNELS_OF = { fb_page: ['fb', 'ig'], tg_webhook: ['tg'], tt_token: ['tt'] } as const;

/** The accounts that use the target of a job. */
const targetOf = ({ kind, externalId }: { kind: RemovalKind; externalId: string }) =>
  kind === 'wa_app' ? { channel: 'wa', wabaId: externalId } : { channel: { in: [...CHANNELS_OF[kind]] }, externalId };

const AccountStatus = z.enum(ACCOUNT_STATUSES);

/** Claims jobs that are due; the claim is the fencing token of the writes below. */
export const claimRemovalJobs = (
  sql: Sql,
  wanted: { claimId: string; now: Date; until: Date; count: number; holder: number | null },
): Promise<RemovalJob[]> => claimJobs.all(sql, wanted);

/** False when another worker has the job by now. */
export async function markReported({ prisma }: Rows, { id, claimId }: RemovalJob): Promise<boolean> {
  return (await prisma.removalJob.updateMany({ where: { id, claimId }, data: { isReported: true } })).count > 0;
}

/** Deletes the job with its credentials. */
export async function deleteRemovalJob({ prisma }: Rows, { id, claimId }: RemovalJob): Promise<void> {
  await prisma.removalJob.deleteMany({ where: { id, claimId } });
}

export async function postponeRemovalJob({ prisma }: Rows, { id, claimId }: RemovalJob, dueAt: Date): Promise<void> {
  await prisma.removalJob.updateMany({ where: { id, claimId }, data: { dueAt, claimId: null, claimedUntil: null } });
}

/** The accounts that use the page, bot, account or WABA of a job, of any tenant, connected or being connected. */
export async function listUsersOfTarget({ prisma }: Rows, job: Pick<RemovalJob, 'kind' | 'externalId'>) {
  const rows = await prisma.channelAccount.findMany({
    where: { ...targetOf(job), status: { in: ['connecting', 'connected'] } },
    select: { channel: true, status: true, claimedUntil: true, credentials: true },
    orderBy: { id: 'asc' },
  });
  return rows.map((row) => ({ ...row, status: AccountStatus.parse(row.status) }));
}

type Prisma = Pick<PrismaDatabase, 'prisma'>;

/** Connected accounts of a tenant that this service must disconnect. */
export async function listOwnConnected(
  { prisma }: Prisma,
  tenantId: number,
  count: number,
): Promise<Pick<ChannelAccount, 'channel' | 'externalId'>[]> {
  const rows = await prisma.channelAccount.findMany({
    where: { tenantId, status: 'connected', channel: { in: [...OWN_CHANNELS] } },
    select: { channel: true, externalId: true },
    orderBy: { id: 'asc' },
    take: count,
  });
  return rows.map(({ channel, externalId }) => ({ channel: Channel.parse(channel), externalId }));
}

const authorizedBy = defineStatement({
  name: 'channel-connect.accounts-authorized-by',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts c
          WHERE c.status = 'connected' AND c.id > $2
            AND (c.authorized_by = ANY (ARRAY['meta:' || $1, 'instagram:' || $1])
              OR (c.channel = 'ig' AND c.external_id = $1 AND c.linked_account_id IS NULL
                  AND c.authorized_by IS NOT NULL))
          ORDER BY c.id LIMIT $3::int4`,
  params: { userId: 'text', afterId: 'int4', count: 'int4' },
  row: accountRow,
});

/**
 * The connected accounts of a login, by the platform's id of its person or account, in the order of their rows; not
 * scoped to a tenant, because the platform's signature determines them.
 */
export const listAuthorizedBy = (
  sql: Sql,
  wanted: { userId: string; afterId: number; count: number },
): Promise<ChannelAccount[]> => authorizedBy.all(sql, wanted);

/** Deletes links, lists and tokens of a tenant; returns the number of deleted rows by kind. */
export async function deleteTenantRows(
  { prisma }: Pick<PrismaTransaction, 'prisma'>,
  tenantId: number,
): Promise<Record<string, number>> {
  const where = { tenantId };
  const { count: links } = await prisma.connectLink.deleteMany({ where });
  const { count: lists } = await prisma.listedTemplates.deleteMany({ where });
  const { count: tokens } = await prisma.channelToken.deleteMany({ where });
  await prisma.historyImport.deleteMany({ where });
  return { links, template_lists: lists, tokens };
}

/** Counts remaining accounts and unfinished removal jobs. */
export async function countLeft({ prisma }: Prisma, tenantId: number): Promise<number> {
  const where = { tenantId };
  const accounts = await prisma.channelAccount.count({ where });
  return accounts + (await prisma.removalJob.count({ where }));
}
