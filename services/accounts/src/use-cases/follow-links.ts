import { type CallContext, type Visitor, visitorOf } from '@parley/common/call-context';
import type { TenantRole } from '@parley/common/console-roles';
import type { redeemSignInLink, requestPasswordReset, resetPassword } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { emailKeyOf, type Member, type MemberSecrets } from '../domain/member.ts';
import { hashToken, makeToken } from '../domain/one-time-token.ts';
import type { LimitTries } from './limit-tries.ts';
import type { OpenSession, RecordVisit } from './manage-sessions.ts';
import type { AccountRows } from './my-account.ts';
import type { RememberPlace } from './remember-place.ts';
import type { SignInRows } from './sign-in.ts';

export interface NewLink {
  linkId: string;
  tokenHash: Buffer;
  kind: 'invitation' | 'password_reset' | 'sign_in';
  tenantId: number;
  /** Null: an invitation. */
  memberRow: number | null;
  /** The id of the member who made an invitation; null: made by the operator, or a link of another kind. */
  madeBy: string | null;
  email: string;
  emailKey: string;
  /** Set for an invitation. */
  role: TenantRole | null;
  /** Only the mail contains the link: who opens it has the address. */
  isMailed: boolean;
  expiresAt: Date;
  createdAt: Date;
}

/** An open invitation. */
export interface FoundInvitation {
  email: string;
  role: TenantRole;
  workspace: string;
  isTenantActive: boolean;
  /** Only the mail contains the link: who opens it has the address. */
  isMailed: boolean;
}

export interface LinkRows {
  /** Replaces the link of the same kind, tenant and address. Throws when its maker was removed meanwhile. */
  save(link: NewLink): Promise<void>;
  findInvitation(tokenHash: Buffer, now: Date): Promise<FoundInvitation | null>;
  /**
   * Uses an invitation and creates a person with their first membership. Null: it has ended; exists: somebody has the
   * address.
   */
  accept(
    tokenHash: Buffer,
    now: Date,
    member: { memberId: string; name: string; passwordHash: string },
  ): Promise<Member | 'exists' | null>;
  /**
   * Uses an invitation and creates a membership of a person. Null: it has ended; exists: the tenant has such a member;
   * gone: the person was removed from their last workspace meanwhile.
   */
  join(
    tokenHash: Buffer,
    now: Date,
    member: { memberId: string; person: Pick<MemberSecrets, 'personId' | 'name' | 'language' | 'isConfirmed'> },
  ): Promise<Member | 'exists' | 'gone' | null>;
  /** Uses a link of a member; null: it has ended. */
  use(tokenHash: Buffer, kind: 'password_reset' | 'sign_in', now: Date): Promise<Member | null>;
  /** Deletes a batch; true when there may be more. */
  dropOver(before: Date): Promise<boolean>;
}

/** Sends a mail with a link; false when no server accepted it. */
export type MailLink = (given: {
  kind: 'invitation' | 'password_reset';
  to: string;
  language: 'en' | 'ar';
  workspace: string | null;
  url: string;
}) => Promise<boolean>;

/** Counts a mail with a link (docs/reference/notifications.md#limits). Errors: rate_limited. */
export type TakeMailRoom = (given: {
  purpose: 'invitation' | 'password-reset';
  tenantId: number;
  address: string;
}) => Promise<void>;

export interface FollowLinksDeps {
  links: LinkRows;
  members: Pick<AccountRows, 'confirmPassword'> & SignInRows;
  hashPassword(password: string, like: string | null): Promise<string>;
  openSession: OpenSession;
  recordVisit: RecordVisit;
  publishSessionChanged(sessionId: null): void;
  tries: Pick<LimitTries, 'begin'>;
  rememberPlace: RememberPlace;
  mailLink: MailLink;
  takeMailRoom: TakeMailRoom;
  /** For failures after the caller got the answer. */
  onMailFailure(error: unknown): void;
  consoleUrl: string;
  now(): Date;
}

const RESET_VALID_MS = 3_600_000;
/** Delays the mail until the answer is sent, so that response times do not reveal whether an address is known. */
const MAIL_AFTER_MS = 250;

/** Operations on one-time links (docs/reference/console.md#one-time-links). Errors: unknown_link. */
export function makeFollowLinks({ links, members, openSession, now, ...deps }: FollowLinksDeps) {
  async function mailReset(emailKey: string, language: 'en' | 'ar'): Promise<void> {
    const accounts = await members.findAccounts(emailKey);
    // A person who set up a second factor without confirming the address stays separate from its reader.
    const member = accounts.find((one) => one.isConfirmed || !one.hasSecondFactor) ?? accounts[0];
    if (!member) return;
    await deps.takeMailRoom({ purpose: 'password-reset', tenantId: member.tenantId, address: member.email });
    const token = makeToken();
    const at = now();
    await links.save({
      linkId: makeId('inv', at.getTime()),
      tokenHash: hashToken(token),
      kind: 'password_reset',
      tenantId: member.tenantId,
      memberRow: member.id,
      madeBy: null,
      email: member.email,
      emailKey,
      role: null,
      isMailed: true,
      expiresAt: new Date(at.getTime() + RESET_VALID_MS),
      createdAt: at,
    });
    // The token follows the #, so that no server receives it and no log contains it.
    const url = `${deps.consoleUrl}/new-password#${token}`;
    await deps.mailLink({ kind: 'password_reset', to: member.email, language, workspace: null, url });
  }

  return {
    async redeem(
      { token }: InputOf<typeof redeemSignInLink>,
      context: CallContext,
    ): Promise<OutputOf<typeof redeemSignInLink>> {
      const member = await links.use(hashToken(token), 'sign_in', now());
      if (!member) throw new AppError('unknown_link');
      await deps.rememberPlace(member, context);
      return { sessionToken: await openSession('redeem-sign-in-link', member, context) };
    },

    /** Sends the mail after the answer, which is the same for an unknown address. Errors: rate_limited. */
    async requestReset(
      { email, language }: InputOf<typeof requestPasswordReset>,
      context: CallContext,
    ): Promise<OutputOf<typeof requestPasswordReset>> {
      const emailKey = emailKeyOf(email);
      const visitor: Visitor = visitorOf(context);
      await deps.tries.begin(emailKey, visitor, 'password-reset');
      setTimeout(() => void mailReset(emailKey, language).catch(deps.onMailFailure), MAIL_AFTER_MS);
      return { ok: true };
    },

    async resetPassword(
      { token, password }: InputOf<typeof resetPassword>,
      context: CallContext,
    ): Promise<OutputOf<typeof resetPassword>> {
      const member = await links.use(hashToken(token), 'password_reset', now());
      if (!member) throw new AppError('unknown_link');
      await deps.recordVisit('reset-password', member, context);
      const emailKey = emailKeyOf(member.email);
      const accounts = await members.findAccounts(emailKey);
      const passwordHash = await deps.hashPassword(password, accounts[0]?.passwordHash ?? null);
      if (!(await members.confirmPassword(member.id, emailKey, passwordHash, now())))
        throw new AppError('unknown_link');
      deps.publishSessionChanged(null);
      await deps.rememberPlace(member, context);
      return { email: member.email };
    },

    dropOver: (): Promise<boolean> => links.dropOver(now()),
  };
}
