import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import { type HeldTeam, nameKeyOf, type Team } from './team.rules.ts';

type Client = Prisma.TransactionClient;

/** A removed member stays in the table, and is in no team. */
const TEAM = {
  teamId: true,
  name: true,
  byTurns: true,
  members: {
    where: { member: { removedAt: null } },
    select: { member: { select: { memberId: true } } },
    orderBy: { memberRow: 'asc' },
  },
} as const satisfies Prisma.TeamSelect;

const toTeam = ({ members, ...row }: Prisma.TeamGetPayload<{ select: typeof TEAM }>): Team => ({
  ...row,
  members: members.map(({ member }) => member.memberId),
});

const lock = defineStatement({
  name: 'inbox.lock-teams',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:teams:' || $1::int4, 0))::text AS locked`,
  params: { tenantId: 'int4' },
  row: { locked: 'text!' },
});

/** The teams of the tenant, by name. */
export const findTeams = async ({ team }: Client, tenantId: number): Promise<Team[]> =>
  (await team.findMany({ where: { tenantId }, select: TEAM, orderBy: { nameKey: 'asc' } })).map(toTeam);

/** The same, locked against concurrent creation and changes. */
export async function lockTeams({ sql, prisma }: PrismaTransaction, tenantId: number): Promise<Team[]> {
  await lock.run(sql, { tenantId });
  return findTeams(prisma, tenantId);
}

/** The rows of these members; fewer than ids where the tenant has not all of them. */
async function rowsOf({ member }: Client, tenantId: number, memberIds: readonly string[]): Promise<number[]> {
  const where = { tenantId, removedAt: null, memberId: { in: [...memberIds] } };
  return (await member.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** False: a member is not of the tenant, and nothing is written. */
export async function insertTeam(
  prisma: Client,
  tenantId: number,
  { members, ...given }: Team & { createdAt: Date },
): Promise<boolean> {
  const rows = await rowsOf(prisma, tenantId, members);
  if (rows.length < members.length) return false;
  const created = await prisma.team.create({
    data: { ...given, tenantId, nameKey: nameKeyOf(given.name) },
    select: { id: true },
  });
  await prisma.teamMember.createMany({ data: rows.map((memberRow) => ({ teamRow: created.id, memberRow })) });
  return true;
}

/** False: a member is not of the tenant, and nothing is written. */
export async function saveTeam(
  prisma: Client,
  tenantId: number,
  { teamId, members, ...given }: Team,
): Promise<boolean> {
  const rows = await rowsOf(prisma, tenantId, members);
  if (rows.length < members.length) return false;
  const [saved] = await prisma.team.updateManyAndReturn({
    where: { tenantId, teamId },
    data: { ...given, nameKey: nameKeyOf(given.name) },
    select: { id: true },
  });
  if (!saved) return true;
  await prisma.teamMember.deleteMany({ where: { teamRow: saved.id } });
  await prisma.teamMember.createMany({ data: rows.map((memberRow) => ({ teamRow: saved.id, memberRow })) });
  return true;
}

/** Conversations lose it, by their foreign key. False: the tenant has no such team. */
export async function deleteTeam({ team }: Client, tenantId: number, teamId: string): Promise<boolean> {
  return (await team.deleteMany({ where: { tenantId, teamId } })).count > 0;
}

const lockOne = defineStatement({
  name: 'inbox.lock-team',
  text: `SELECT e.id AS row, e.team_id, e.name, e.by_turns, e.last_turn
           FROM teams e WHERE e.tenant_id = $1 AND e.team_id = $2 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', teamId: 'text' },
  row: { row: 'int4', teamId: 'text', name: 'text', byTurns: 'bool', lastTurn: 'int4?' },
});

const findMembers = defineStatement({
  name: 'inbox.members-of-team',
  text: `SELECT m.id AS row, m.member_id
           FROM team_members t JOIN members m ON m.id = t.member_row
          WHERE t.team_row = $1 AND m.removed_at IS NULL ORDER BY m.id`,
  params: { teamRow: 'int4' },
  row: { row: 'int4', memberId: 'text' },
});

const writeTurn = defineStatement({
  name: 'inbox.write-team-turn',
  text: 'UPDATE teams e SET last_turn = $2 WHERE e.id = $1',
  params: { teamRow: 'int4', lastTurn: 'int4?' },
});

/** Locks a team of the tenant; before the conversations that it gets. Null: there is none. */
export async function lockTeam(sql: Sql, tenantId: number, teamId: string): Promise<HeldTeam | null> {
  const team = await lockOne.first(sql, { tenantId, teamId });
  return team && { ...team, members: await findMembers.all(sql, { teamRow: team.row }) };
}

/** Stores whose turn was the last. */
export async function saveTurn(sql: Sql, { row }: HeldTeam, lastTurn: number | null): Promise<void> {
  await writeTurn.run(sql, { teamRow: row, lastTurn });
}
