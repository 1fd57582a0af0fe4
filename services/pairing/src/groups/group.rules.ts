import { type GroupRefusal, MAX_ADDED } from '@parley/common/contracts/groups/group-fields';
import type { DeviceGroupOutcome, DeviceGroupPerson } from '@parley/common/contracts/internal/manage-device-group';
import { AppError, invalidField, refusedByProvider } from '@parley/common/errors';

type Failure = Extract<DeviceGroupOutcome, { outcome: 'paced' | 'absent' | 'forbidden' | 'refused' | 'unknown' }>;

const FAILURES: ReadonlySet<string> = new Set(['paced', 'absent', 'forbidden', 'refused', 'unknown']);
export const isFailure = (outcome: DeviceGroupOutcome): outcome is Failure => FAILURES.has(outcome.outcome);

/** The network's code for too many queries, and how long to wait then. */
const OVER_LIMIT = 429;
const OVER_LIMIT_S = 60;
/** Codes for an invite: revoked, unknown. */
const INVITE_GONE = 410;
const INVITE_UNKNOWN = 406;
const FULL = 419;

const PACED = {
  adds: 'This account has added too many people: 5 in 10 seconds, and a number a day. Nothing was done.',
  list: 'The network was asked for all groups less than ten minutes ago, and refused. Repeat later, or ask for one group.',
};
const REPEAT = 'The network did not answer in time. Repeat the request: nothing is done twice.';

/** The error of an act that was not done (docs/reference/groups.md#errors). */
export function groupError(failure: Failure): AppError {
  switch (failure.outcome) {
    case 'paced': {
      const retryAfter = Math.ceil(failure.retryAfterMs / 1000);
      return new AppError('rate_limited', { message: PACED[failure.reason], retry_after: retryAfter });
    }
    case 'absent':
      return new AppError('unknown_group');
    case 'forbidden':
      return new AppError('not_group_admin');
    case 'unknown':
      return new AppError('provider_timeout', { message: REPEAT });
    case 'refused': {
      const { status, message } = failure;
      if (status === OVER_LIMIT)
        return new AppError('rate_limited', {
          message: 'The network limits how often this account asks about groups.',
          retry_after: OVER_LIMIT_S,
        });
      return refusedByProvider({ name: 'device', status, code: status, message });
    }
  }
}

/** The error of an invite that the network refused; null for another failure. */
export function inviteError(failure: Failure): AppError | null {
  if (failure.outcome !== 'refused') return null;
  if (failure.status === INVITE_GONE) return invalidField('invite', 'invite was revoked: ask an admin for a new link.');
  if (failure.status === INVITE_UNKNOWN) return invalidField('invite', 'invite names no group.');
  return failure.status === FULL ? new AppError('group_full') : null;
}

/** Throws `invalid_members` for more people than one call adds. */
export function requireFewAdded(change: string, members: readonly string[]): void {
  if (change === 'add' && members.length > MAX_ADDED)
    throw invalidField('members', `members has more than ${MAX_ADDED} people, the most that one call adds.`);
}

const SEND_LINK = 'Send the invite link of the group (group-invite) instead.';
const REFUSALS: Readonly<Record<number, { error: GroupRefusal; message: string }>> = {
  401: { error: 'blocked', message: 'This person has blocked the account.' },
  403: { error: 'only_contacts_may_add', message: `Only contacts of this person may add them. ${SEND_LINK}` },
  404: { error: 'not_found', message: 'No such person: check the number, or who is in the group.' },
  408: { error: 'left_recently', message: `This person has left the group recently. ${SEND_LINK}` },
  409: { error: 'already_member', message: 'This person is a member already.' },
  500: { error: 'group_full', message: 'The group has the most members that the network allows.' },
};

/** The result for one person, in the words of the API. */
export function personResult(
  { address, status }: DeviceGroupPerson,
  isAdding: boolean,
): { address: string; ok: boolean; error: GroupRefusal | null; message: string | null } {
  if (status === 200) return { address, ok: true, error: null, message: null };
  if (isAdding && status === 404)
    return { address, ok: false, error: 'not_on_network', message: 'This number is not on the network.' };
  const other = { error: 'refused' as const, message: `The network refused it (${status}).` };
  return { address, ok: false, ...(REFUSALS[status] ?? other) };
}

const INVITE_PAGE = 'https://chat.whatsapp.com/';

/** The link of an invite code. */
export const linkOf = (code: string): string => `${INVITE_PAGE}${code}`;
/** The code of an invite link, or of a bare code. */
export const codeOf = (invite: string): string => invite.replace(INVITE_PAGE, '');
