import { type CallContext, memberOf, visitorOf } from '@parley/common/call-context';
import { ROLE_PERMISSIONS } from '@parley/common/console-roles';
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
import { emailKeyOf, type MemberSecrets } from '../domain/member.ts';
import { hashRecoveryCode, makeRecoveryCodes } from '../domain/recovery-code.ts';
import type { Tenant } from '../domain/tenant.ts';
import { makeTotpSecret, totpUrl } from '../domain/totp.ts';
import type { CheckCode } from './check-code.ts';
import type { LimitTries } from './limit-tries.ts';

export interface AccountChanges {
  name?: string | undefined;
  language?: 'en' | 'ar' | undefined;
  totpSecret?: string | null;
  totpSince?: Date | null;
  recoveryCodes?: string[];
}

export interface AccountRows {
  findSecrets(memberId: string): Promise<MemberSecrets | null>;
  updateAccount(id: number, changes: AccountChanges): Promise<void>;
  /** Ends the member's open links and all of their sessions but the kept one, in the same transaction. */
  setPassword(
    id: number,
    changes: { passwordHash: string; emailConfirmedAt?: Date },
    keptSession: string | null,
  ): Promise<void>;
  /** Turns the second factor on; ends the member's open links, which would open a session without it. */
  setSecondFactor(id: number, changes: { totpSince: Date; recoveryCodes: string[] }): Promise<void>;
  takeTotpStep(id: number, step: number): Promise<boolean>;
  takeRecoveryCode(id: number, codeHash: string): Promise<boolean>;
  findTenant(id: number): Promise<Pick<Tenant, 'slug' | 'name' | 'status'> | null>;
}

export interface MyAccountDeps {
  members: AccountRows;
  hashPassword(password: string): Promise<string>;
  verifyPassword(stored: string | null, password: string): Promise<boolean>;
  encryptSecret(secret: string): string;
  checkCode: CheckCode;
  tries: LimitTries;
  publishSessionChanged(sessionId: null): void;
  now(): Date;
}

/** What a member changes about themselves (docs/reference/console.md#your-account). Errors: permission_denied for the operator, who is no member. */
export function makeMyAccount({ members, tries, ...deps }: MyAccountDeps) {
  async function findMe(context: CallContext): Promise<MemberSecrets> {
    const { memberId } = memberOf(context);
    if (memberId === null)
      throw new AppError('permission_denied', { message: 'The admin token has no account of its own.' });
    const member = await members.findSecrets(memberId);
    if (!member) throw new AppError('permission_denied', { message: 'This account was removed.' });
    return member;
  }

  /** The member, once they have proved that it is them. Errors: wrong_credentials, rate_limited. */
  async function proveMe(password: string, context: CallContext): Promise<MemberSecrets> {
    const member = await findMe(context);
    const emailKey = emailKeyOf(member.email);
    await tries.begin(emailKey, visitorOf(context));
    if (!(await deps.verifyPassword(member.passwordHash, password))) throw new AppError('wrong_credentials');
    await tries.succeeded(emailKey, visitorOf(context));
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
        tenant: tenantId === null ? null : await members.findTenant(tenantId),
      };
    },

    async update(input: InputOf<typeof updateMe>, context: CallContext): Promise<OutputOf<typeof updateMe>> {
      await members.updateAccount((await findMe(context)).id, input);
      return { ok: true };
    },

    async changePassword(
      { password, newPassword }: InputOf<typeof changePassword>,
      context: CallContext,
    ): Promise<OutputOf<typeof changePassword>> {
      const { id } = await proveMe(password, context);
      const passwordHash = await deps.hashPassword(newPassword);
      await members.setPassword(id, { passwordHash }, memberOf(context).sessionId);
      deps.publishSessionChanged(null);
      return { ok: true };
    },

    /** Errors: wrong_credentials, second_factor_set, rate_limited. */
    async startSecondFactor(
      { password }: InputOf<typeof startSecondFactor>,
      context: CallContext,
    ): Promise<OutputOf<typeof startSecondFactor>> {
      const { id, email, hasSecondFactor } = await proveMe(password, context);
      if (hasSecondFactor) throw new AppError('second_factor_set');
      const secret = makeTotpSecret();
      await members.updateAccount(id, { totpSecret: deps.encryptSecret(secret) });
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
      await tries.succeeded(emailKey, visitorOf(context));
      const codes = makeRecoveryCodes();
      const changes = { totpSince: deps.now(), recoveryCodes: codes.map(hashRecoveryCode) };
      await members.setSecondFactor(member.id, changes);
      return { recoveryCodes: codes };
    },

    async removeSecondFactor(
      { password }: InputOf<typeof removeSecondFactor>,
      context: CallContext,
    ): Promise<OutputOf<typeof removeSecondFactor>> {
      const { id } = await proveMe(password, context);
      await members.updateAccount(id, { totpSecret: null, totpSince: null, recoveryCodes: [] });
      return { ok: true };
    },
  };
}
