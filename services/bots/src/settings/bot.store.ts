import { AiProvider } from '@parley/common/ai-providers';
import { BotCaps, BotKeyMode, BotTool, BotTrigger } from '@parley/common/contracts/operator/bots';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import type { Bot, BotFields } from './bot.rules.ts';

type Rows = Pick<PrismaDatabase['prisma'], 'bot'>;

const Stored = z.object({
  status: z.enum(['active', 'stopped']),
  keyMode: BotKeyMode,
  provider: AiProvider,
  trigger: BotTrigger,
  caps: BotCaps,
  tools: z.array(BotTool),
});
type Parsed = z.infer<typeof Stored>;
type Row = Omit<Bot, keyof Parsed> & { [Name in keyof Parsed]: unknown } & { deletedAt: Date | null };

const toBot = ({ deletedAt: _, ...row }: Row): Bot => ({ ...row, ...Stored.parse(row) });

const toData = ({ trigger, caps, tools, ...fields }: BotFields) => ({
  ...fields,
  trigger,
  caps,
  // safe: the request delivered them as JSON
  tools: JSON.parse(JSON.stringify(tools)) as object[],
});

type NewBot = BotFields & Pick<Bot, 'tenantId' | 'toolSecret'>;

export async function insertBot(prisma: Rows, { tenantId, toolSecret, ...fields }: NewBot, at: Date): Promise<Bot> {
  const data = { ...toData(fields), tenantId, toolSecret, createdAt: at, updatedAt: at };
  return toBot(await prisma.bot.create({ data }));
}

export const countBots = (prisma: Rows, tenantId: number): Promise<number> =>
  prisma.bot.count({ where: { tenantId, deletedAt: null } });

export async function listBotsAfter(prisma: Rows, tenantId: number, id: number, count: number): Promise<Bot[]> {
  const where = { tenantId, deletedAt: null, id: { gt: id } };
  return (await prisma.bot.findMany({ where, orderBy: { id: 'asc' }, take: count })).map(toBot);
}

export async function findBot(prisma: Rows, tenantId: number, id: number): Promise<Bot | null> {
  const row = await prisma.bot.findFirst({ where: { tenantId, id, deletedAt: null } });
  return row && toBot(row);
}

/** Stores the settings and status of a bot; returns whether it exists. */
export async function saveBot(
  prisma: Rows,
  { tenantId, id }: Pick<Bot, 'tenantId' | 'id'>,
  { status, stoppedReason, ...fields }: BotFields & Pick<Bot, 'status' | 'stoppedReason'>,
  at: Date,
): Promise<boolean> {
  const data = { ...toData(fields), status, stoppedReason, updatedAt: at };
  return (await prisma.bot.updateMany({ where: { tenantId, id, deletedAt: null }, data })).count > 0;
}

export async function saveToolSecret(
  prisma: Rows,
  { tenantId, id }: Pick<Bot, 'tenantId' | 'id'>,
  toolSecret: string,
  at: Date,
): Promise<boolean> {
  const where = { tenantId, id, deletedAt: null };
  return (await prisma.bot.updateMany({ where, data: { toolSecret, updatedAt: at } })).count > 0;
}

/** Keeps the row for its turns. */
export async function markBotDeleted(prisma: Rows, tenantId: number, id: number, at: Date): Promise<boolean> {
  const where = { tenantId, id, deletedAt: null };
  const data = { deletedAt: at, updatedAt: at, enabled: false };
  return (await prisma.bot.updateMany({ where, data })).count > 0;
}

/** Stops the bots that run on a key of their tenant; returns how many. */
export async function stopBotsOnKey(
  prisma: Rows,
  { tenantId, provider, reason, at }: { tenantId: number; provider: AiProvider; reason: string; at: Date },
): Promise<number> {
  const where = { tenantId, provider, keyMode: 'own', enabled: true, status: 'active', deletedAt: null };
  return (await prisma.bot.updateMany({ where, data: { status: 'stopped', stoppedReason: reason, updatedAt: at } }))
    .count;
}

/** Returns those of these accounts that belong to the tenant and are connected. */
export async function findAccounts(
  prisma: Pick<PrismaDatabase['prisma'], 'channelAccount'>,
  tenantId: number,
  ids: readonly number[],
): Promise<number[]> {
  const where = { tenantId, id: { in: [...ids] }, status: { not: 'disconnected' } };
  return (await prisma.channelAccount.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

const lockOne = defineStatement({
  name: 'bots.lock',
  text: 'SELECT id FROM bots WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE',
  params: { tenantId: 'int4', id: 'int4' },
  row: { id: 'int4' },
});

/** Locks a bot until the transaction ends; returns whether it exists. */
export const lockBot = async (sql: Sql, tenantId: number, id: number): Promise<boolean> =>
  (await lockOne.first(sql, { tenantId, id })) !== null;
