import { type CallContext, memberOf, visitorOf } from '@parley/common/call-context';
import { ROLE_PERMISSIONS, type TenantRole } from '@parley/common/console-roles';
import type {
  changePassword,
  confirmSecondFactor,
  me,
  removeSecondFactor,
  startSecondFactor,
  updateMe,
} from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { emailKeyOf, type MemberSecrets, ownsAddress } from '../domain/member.ts';
import { hashRecoveryCode, makeRecoveryCodes } from '../domain/recovery-code.ts';
import type { Tenant } from '../domain/tenant.ts';
import { makeTotpSecret, totpUrl } from '../domain/totp.ts';
import type { CheckCode } from './check-code.ts';
import type { LimitTries } from './limit-tries.ts';
import type { SignInRows } from './sign-in.ts';

export interface ProfileChanges {
  name?: string | undefined;
  language?: 'en' | 'ar' | undefined;
}

export interface SecondFactorChanges {
  totpSecret: string | null;
  totpSince?: null;
  recoveryCodes?: string[];
}

export interface AccountRows {
  findSecrets(memberId: string): Promise<MemberSecrets | null>;
  /** Applies to every workspace of the person. */
  updateProfile(personId: number, changes: ProfileChanges): Promise<void>;
  updateSecondFactor(personId: number, changes: SecondFactorChanges): Promise<void>;
  /** Also ends the person's open links and all their sessions but the kept one, in the same transaction. */
  setPassword(personId: number, passwordHash: string, keptSession: string): Promise<void>;
  /**
   * Sets the password of an address, by a link that only its reader has: of the person who confirmed the address
   * before, else of the member, who confirms it now. Others with the address and without a second factor are merged
   * into this person. Ends their links and sessions in the same transaction. False: the member was removed.
   */
  confirmPassword(memberRow: number, emailKey: string, passwordHash: string, at: Date): Promise<boolean>;
  /** Turns the second factor on; ends the person's open links, which would open a session without it. */
  setSecondFactor(personId: number, changes: { totpSince: Date; recoveryCodes: string[] }): Promise<void>;
  takeTotpStep(personId: number, step: number): Promise<boolean>;
  takeRecoveryCode(personId: number, codeHash: string): Promise<boolean>;
  /** In the order in which the person became a member. */
  listWorkspaces(personId: number): Promise<{ slug: string; name: string; role: TenantRole }[]>;
  findTenant(id: number): Promise<Pick<Tenant, 'slug' | 'name' | 'status'> | null>;
}

export interface MyAccountDeps {
  members: AccountRows & SignInRows;
  hashPassword(password: string, like: string | null): Promise<string>;
  verifyPassword(stored: string | null, password: string): Promise<boolean>;
  encryptSecret(secret: string): string;
  checkCode: CheckCode;
  tries: LimitTries;
  publishSessionChanged(sessionId: null): void;
  now(): Date;
}

/**
 * Operations of a member on their own account (docs/reference/console.md#your-account). Errors: permission_denied for
 * the operator, who is no member.
 */
export function makeMyAccount({ members, tries, ...deps }: MyAccountDeps) {
  async function findMe(context: CallContext): Promise<MemberSecrets> {
    const { memberId } = memberOf(context);
    if (memberId === null)
      throw new AppError('permission_denied', { message: 'The admin token has no account of its own.' });
    const member = await members.findSecrets(memberId);
    if (!member) throw new AppError('permission_denied', { message: 'This account was removed.' });
    return member;
  }

  async function succeeded(member: MemberSecrets, context: CallContext): Promise<void> {
    const emailKey = emailKeyOf(member.email);
    const isOwner = ownsAddress(member, await members.findAccounts(emailKey));
    await tries.succeeded(emailKey, visitorOf(context), { isOwner });
  }

  /** The calling member, after a check of their password. Errors: wrong_credentials, rate_limited. */
  async function proveMe(password: string, context: CallContext): Promise<MemberSecrets> {
    const member = await findMe(context);
    const emailKey = emailKeyOf(member.email);
    await tries.begin(emailKey, visitorOf(context));
    if (!(await deps.verifyPassword(member.passwordHash, password))) throw new AppError('wrong_credentials');
    await succeeded(member, context);
    return member;
  }

  return {
    async show(context: CallContext): Promise<OutputOf<typeof me>> {
      const { role, sessionId, memberId, tenantId } = memberOf(context);
      const member = memberId === null ? null : await members.findSecrets(memberId);
      return {
        sessionId,
        role,
        permissions: [...ROLE_PERMISSIONS[role]],
        member: member && {
          id: member.memberId,
          email: member.email,
          name: member.name,
          language: member.language,
          hasSecondFactor: member.hasSecondFactor,
        },
        workspaces: member ? await members.listWorkspaces(member.personId) : [],
        tenant: tenantId === null ? null : await members.findTenant(tenantId),
      };
    },

    async update(input: InputOf<typeof updateMe>, context: CallContext): Promise<OutputOf<typeof updateMe>> {
      await members.updateProfile((await findMe(context)).personId, input);
      return { ok: true };
    },

    async changePassword(
      { password, newPassword }: InputOf<typeof changePassword>,
      context: CallContext,
    ): Promise<OutputOf<typeof changePassword>> {
      const { personId, passwordHash: before } = await proveMe(password, context);
      const passwordHash = await deps.hashPassword(newPassword, before);
      await members.setPassword(personId, passwordHash, memberOf(context).sessionId);
      deps.publishSessionChanged(null);
      return { ok: true };
    },

    /** Errors: wrong_credentials, second_factor_set, rate_limited. */
    async startSecondFactor(
      { password }: InputOf<typeof startSecondFactor>,
      context: CallContext,
    ): Promise<OutputOf<typeof startSecondFactor>> {
      const { personId, email, hasSecondFactor } = await proveMe(password, context);
      if (hasSecondFactor) throw new AppError('second_factor_set');
      const secret = makeTotpSecret();
      await members.updateSecondFactor(personId, { totpSecret: deps.encryptSecret(secret) });
      return { secret, url: totpUrl(secret, email) };
    },

    /** Errors: second_factor_required for a wrong code, second_factor_set, rate_limited. */
    async confirmSecondFactor(
      { code }: InputOf<typeof confirmSecondFactor>,
      context: CallContext,
    ): Promise<OutputOf<typeof confirmSecondFactor>> {
      const member = await findMe(context);
      if (member.hasSecondFactor) throw new AppError('second_factor_set');
      const emailKey = emailKeyOf(member.email);
      await tries.begin(emailKey, visitorOf(context));
      if (!(await deps.checkCode(member, code))) throw new AppError('second_factor_required');
      await succeeded(member, context);
      const codes = makeRecoveryCodes();
      const changes = { totpSince: deps.now(), recoveryCodes: codes.map(hashRecoveryCode) };
      await members.setSecondFactor(member.personId, changes);
      return { recoveryCodes: codes };
    },

    async removeSecondFactor(
      { password }: InputOf<typeof removeSecondFactor>,
      context: CallContext,
    ): Promise<OutputOf<typeof removeSecondFactor>> {
      const { personId } = await proveMe(password, context);
      await members.updateSecondFactor(personId, { totpSecret: null, totpSince: null, recoveryCodes: [] });
      return { ok: true };
    },
  };
}
