import type { AuditedChange } from '@parley/common/contracts/internal/console-session';
import { json, oneOf } from '@parley/database/column';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { AuditRows } from '../use-cases/keep-audit.ts';

/** Entries of a tenant, or of the deployment (0), newest first. */
const list = defineStatement({
  name: 'accounts.list-audit',
  text: `SELECT id, at, actor, member_id, instance_id, email, address, action, input, changes, outcome, request_id
           FROM audit_log
          WHERE coalesce(tenant_id, 0) = $1 AND ($2::int8 IS NULL OR id < $2) AND ($3::text IS NULL OR action = $3)
            AND ($4::text IS NULL OR member_id = $4) AND ($5::timestamptz IS NULL OR at >= $5)
            AND ($6::timestamptz IS NULL OR at < $6)
          ORDER BY id DESC LIMIT $7::int4`,
  params: {
    scope: 'int4',
    before: 'int8?',
    action: 'text?',
    memberId: 'text?',
    since: 'timestamptz?',
    until: 'timestamptz?',
    count: 'int4',
  },
  row: {
    id: 'int8',
    at: 'timestamptz',
    actor: oneOf('member', 'operator', 'key', 'token'),
    memberId: 'text?',
    instanceId: 'text?',
    email: 'text?',
    address: 'text',
    action: 'text',
    input: json<Record<string, unknown>>(),
    changes: json<AuditedChange[]>(),
    outcome: 'text?',
    requestId: 'text',
  },
});

const BATCH = 1000;
const dropOld = defineStatement({
  name: 'accounts.drop-audit',
  text: `DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 ORDER BY at LIMIT ${BATCH})`,
  params: { before: 'timestamptz' },
});

/** The audit log in PostgreSQL. */
export const makeAuditStore = (database: PrismaDatabase): AuditRows => ({
  async insert({ memberId, input, ...entry }) {
    const { prisma } = database;
    const member = memberId && (await prisma.member.findUnique({ where: { memberId }, select: { email: true } }));
    // safe: the bus delivered it as JSON
    const data = { ...entry, memberId, email: member ? member.email : null, input: input as Prisma.InputJsonObject };
    return String((await prisma.auditEntry.create({ data, select: { id: true } })).id);
  },
  async settle(id, outcome, changed) {
    // safe: the bus delivered them as JSON
    const data = { outcome, changes: changed as unknown as Prisma.InputJsonArray };
    await database.prisma.auditEntry.updateMany({ where: { id: BigInt(id), outcome: null }, data });
  },
  list: (filter) => list.all(database, filter),
  dropOld: async (before) => (await dropOld.run(database, { before })) === BATCH,
});
