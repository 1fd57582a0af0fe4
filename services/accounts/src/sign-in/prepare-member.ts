import { verb } from '@parley/bus/verb';
import { prepareMember as contract } from '@parley/common/contracts/internal/console-session';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { emailKeyOf, type Member, type NewMember } from '../members/member.rules.ts';
import { answerTaken, findMemberOfAddress, insertMember } from '../members/member.store.ts';
import { insertPerson } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { makeToken, newLink } from './link.rules.ts';
import { saveLink } from './link.store.ts';

const VALID_MS = 24 * 3_600_000;

/**
 * Creates a member unless the tenant has them, and a sign-in link that works once within a day; `npm start` prints it.
 * Errors: unknown_tenant, member_exists.
 */
export const prepareMember = verb(contract, async (service: AccountsService, { slug, email, name, roles }) => {
  const { database, now } = service;
  const tenantId = await tenantOfSlug(database, slug);
  const emailKey = emailKeyOf(email);
  const at = now();
  const find = () => findMemberOfAddress(database.prisma, tenantId, emailKey);
  const made = {
    memberId: makeId('mem'),
    tenantId,
    email,
    emailKey,
    name,
    roles,
    createdAt: at,
  };
  const member = (await find()) ?? (await insertWithPerson(service, made)) ?? (await find());
  if (!member) throw new AppError('member_exists');
  const token = makeToken();
  const link = { kind: 'sign_in', tenantId, memberRow: member.id, email, emailKey, isMailed: false } as const;
  await saveLink(database.prisma, newLink(link, { token, at, validMs: VALID_MS }));
  return { memberId: member.memberId, signInPath: `/console/sign-in#${token}` };
});

/** Null: a member of the tenant has the address. */
async function insertWithPerson(
  { database }: AccountsService,
  member: Omit<NewMember, 'personRow'>,
): Promise<Member | null> {
  const inserted = await database
    .prismaTransaction(async ({ prisma }) => {
      const personRow = await insertPerson(prisma, { emailKey: member.emailKey });
      return insertMember(prisma, { ...member, personRow });
    })
    .catch(answerTaken);
  return inserted === 'exists' ? null : inserted;
}
