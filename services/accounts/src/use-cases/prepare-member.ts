import { TenantRole } from '@parley/common/console-roles';
import type { prepareMember } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { emailKeyOf, type Member } from '../domain/member.ts';
import { hashToken, makeToken } from '../domain/one-time-token.ts';
import type { LinkRows } from './follow-links.ts';

export interface PrepareMemberDeps {
  tenantOf: TenantOf;
  findMember(tenantId: number, emailKey: string): Promise<Member | null>;
  /** Null: a member of the tenant has the address. */
  insertMember(member: {
    memberId: string;
    tenantId: number;
    email: string;
    emailKey: string;
    name: string;
    role: TenantRole;
    createdAt: Date;
  }): Promise<Member | null>;
  links: Pick<LinkRows, 'save'>;
  now(): Date;
}

const VALID_MS = 24 * 3_600_000;

/**
 * Creates a member unless the tenant has them, and a sign-in link that works once within a day; `npm start` prints it.
 * Errors: unknown_tenant, member_exists.
 */
export function makePrepareMember({ tenantOf, findMember, insertMember, links, now }: PrepareMemberDeps) {
  return async ({
    slug,
    email,
    name,
    role,
  }: InputOf<typeof prepareMember>): Promise<OutputOf<typeof prepareMember>> => {
    const tenantId = await tenantOf(slug);
    const emailKey = emailKeyOf(email);
    const at = now();
    const made = {
      memberId: makeId('mem'),
      tenantId,
      email,
      emailKey,
      name,
      role: TenantRole.parse(role),
      createdAt: at,
    };
    const find = () => findMember(tenantId, emailKey);
    const member = (await find()) ?? (await insertMember(made)) ?? (await find());
    if (!member) throw new AppError('member_exists');
    const token = makeToken();
    await links.save({
      linkId: makeId('inv', at.getTime()),
      tokenHash: hashToken(token),
      kind: 'sign_in',
      tenantId,
      memberRow: member.id,
      madeBy: null,
      email,
      emailKey,
      role: null,
      isMailed: false,
      expiresAt: new Date(at.getTime() + VALID_MS),
      createdAt: at,
    });
    return { memberId: member.memberId, signInPath: `/console/sign-in#${token}` };
  };
}
