import type { ChannelAccount } from '../channels/account.rules.ts';
import type { UndoJob } from '../removal/removal.rules.ts';

/**
 * Statuses of a provider's account. While it is `connecting`, a hold keeps other tenants from configuring the provider.
 */
export const ACCOUNT_STATUSES = ['connecting', 'connected', 'disconnected'] as const;

/** One tenant's row of a provider's account. */
export interface AccountState {
  id: number;
  tenantId: number;
  status: (typeof ACCOUNT_STATUSES)[number];
  /** End of its hold; null where it is not held. */
  claimedUntil: Date | null;
}

/** An account to connect; its credentials are encrypted. */
export type OfferedAccount = Pick<ChannelAccount, 'channel' | 'externalId' | 'name' | 'credentials'> &
  Partial<Pick<ChannelAccount, 'number' | 'wabaId'>>;

/** An account reserved for a tenant while its provider is called. */
export interface AccountHold<Account extends OfferedAccount = OfferedAccount> {
  account: Account;
  accountId: number;
  /** The account's, or the stored ones of a bot that is connected or is being connected by another request. */
  credentials: string;
  /** End of this request's hold; null when the account was connected already and stays so. */
  claimedUntil: Date | null;
  /** The job that reverts the provider call, unless the connection is committed first. Null where there is no call. */
  undoJob: UndoJob | null;
}

export const undoJobsOf = (holds: readonly Pick<AccountHold, 'undoJob'>[]): UndoJob[] =>
  holds.flatMap(({ undoJob }) => undoJob ?? []);

type Holding = Pick<AccountState, 'status' | 'claimedUntil'>;

/** Whether a hold has expired because its process died; at its exact end it is still valid. */
export const hasHoldEnded = ({ status, claimedUntil }: Holding, now: Date): boolean =>
  status === 'connecting' && claimedUntil !== null && claimedUntil < now;

/** Whether a tenant has the account: connected, or with a valid hold. */
export const isHeld = ({ status, claimedUntil }: Holding, now: Date): boolean =>
  status === 'connected' || (status === 'connecting' && claimedUntil !== null && claimedUntil >= now);

/** Whether another tenant has the account or is connecting it. */
export const isElsewhere = (rows: readonly AccountState[], tenantId: number): boolean =>
  rows.some((row) => row.tenantId !== tenantId && row.status !== 'disconnected');

/** The decision on an account that a tenant wants to connect. */
export type HoldPlan<State> =
  | { kind: 'elsewhere' }
  /** It stays connected, unchanged. */
  | { kind: 'stays'; own: State }
  /** `own` is null where the tenant has no row yet. */
  | { kind: 'hold'; own: State | null; claimedUntil: Date };

/**
 * Decides by the rows of one account, of all tenants, after expired holds were ended. One tenant at a time holds or
 * has an account. Requests of the same tenant share it: each hold ends later than the previous one, so that a release
 * ends only the hold of its own request.
 */
export function planHold<State extends AccountState>(
  rows: readonly State[],
  tenantId: number,
  claimedUntil: Date,
): HoldPlan<State> {
  if (isElsewhere(rows, tenantId)) return { kind: 'elsewhere' };
  const own = rows.find((row) => row.tenantId === tenantId) ?? null;
  if (own?.status === 'connected') return { kind: 'stays', own };
  const earliest = (own?.claimedUntil?.getTime() ?? 0) + 1;
  return { kind: 'hold', own, claimedUntil: new Date(Math.max(claimedUntil.getTime(), earliest)) };
}
