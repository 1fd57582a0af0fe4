import type { PrismaTransaction } from '@parley/database/prisma-connection';
import { defineStatement } from '@parley/database/statement';

/** A member who becomes a recipient. */
export interface LockedMember {
  id: number;
  name: string;
  email: string;
  language: 'en' | 'ar';
  isRecipient: boolean;
}

/**
 * A concurrent removal of the member waits, and then finds the recipient; two requests that choose the same member are
 * serialized.
 */
const lock = defineStatement({
  name: 'notifications.lock-member',
  text: `SELECT id FROM members WHERE tenant_id = $1 AND member_id = $2 AND removed_at IS NULL FOR NO KEY UPDATE`,
  params: { tenantId: 'int4?', memberId: 'text' },
  row: { id: 'int4' },
});

/** Locks a current member of the tenant; also returns whether they are a recipient already. */
export async function lockMember(
  { sql, prisma }: Pick<PrismaTransaction, 'sql' | 'prisma'>,
  of: { tenantId: number | null; memberId: string },
): Promise<LockedMember | null> {
  const locked = await lock.first(sql, of);
  if (!locked) return null;
  const { language, recipient, ...member } = await prisma.member.findUniqueOrThrow({
    where: { id: locked.id },
    select: { id: true, name: true, email: true, language: true, recipient: { select: { id: true } } },
  });
  return { ...member, language: language === 'ar' ? 'ar' : 'en', isRecipient: recipient !== null };
}
