import type { Recipient } from './recipient.rules.ts';

/** A member of the workspace, as a recipient. */
export interface RecipientMember {
  memberId: string;
  name: string;
  email: string;
  /** When they opened a link that only a mail contained; null: never. */
  emailConfirmedAt: Date | null;
}

/**
 * Name and address of a recipient: for a member they are always the member's, and a changed address needs a new
 * confirmation.
 */
export const withMember = <Of extends Pick<Recipient, 'name' | 'email' | 'emailConfirmedAt'>>(
  own: Of,
  member: RecipientMember | null,
): Of & { memberId: string | null } =>
  member === null
    ? { ...own, memberId: null }
    : {
        ...own,
        memberId: member.memberId,
        name: member.name,
        email: member.email,
        emailConfirmedAt: member.emailConfirmedAt ?? (own.email === member.email ? own.emailConfirmedAt : null),
      };

/** The field of a change that only the member may change; null: none. */
export function memberFieldIn(
  recipient: Pick<Recipient, 'memberId' | 'name' | 'email'>,
  change: { name?: string | undefined; email?: string | null | undefined },
): 'name' | 'email' | null {
  if (recipient.memberId === null) return null;
  if (change.name !== undefined && change.name !== recipient.name) return 'name';
  return change.email !== undefined && change.email !== recipient.email ? 'email' : null;
}
