import type { MemberCaller } from '@parley/common/call-context';
import { addUploadPiece } from '@parley/common/contracts/operator/uploads';
import { AppError } from '@parley/common/errors';
import type { MemberOperation } from '../callers/member-operation.ts';
import type { LimitRate } from './limit-rate.ts';

/** Changes in any one minute: more than a person makes with a keyboard. A bulk change counts as one. */
const PER_SESSION = 300;
/** Requests of all sessions of a member. */
const PER_MEMBER = 600;

/** A file is one change, which is counted when its upload begins, however many pieces it has. */
const UNCOUNTED: ReadonlySet<string> = new Set([addUploadPiece.name]);

const isChange = ({ asked, contract }: MemberOperation): boolean =>
  asked.method !== 'GET' && !UNCOUNTED.has(contract.name);

/**
 * Counts a change in the console against the limits of its session and its member, over all gateways
 * (docs/reference/console.md#limits-of-members). Reading is not counted. Errors: rate_limited.
 */
export async function limitMember(
  limitRate: LimitRate,
  operation: MemberOperation,
  { sessionId, memberId }: Pick<MemberCaller, 'sessionId' | 'memberId'>,
): Promise<void> {
  if (!isChange(operation)) return;
  const counters: [string, number][] = [
    [`session:${sessionId}`, PER_SESSION],
    ...(memberId === null ? [] : [[`member:${memberId}`, PER_MEMBER] satisfies [string, number]]),
  ];
  for (const [key, limit] of counters) {
    const { allowed, resetMs } = await limitRate(key, limit);
    if (allowed) continue;
    throw new AppError('rate_limited', {
      message: `At most ${limit} changes per minute.`,
      retry_after: Math.ceil(resetMs / 1000),
    });
  }
}
