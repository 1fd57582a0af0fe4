/** A connection under way holds its account for a while, so that two tenants can't tell its provider different things. */
export const ACCOUNT_STATUSES = ['connecting', 'connected', 'disconnected'] as const;

/** One tenant's row of a provider's account. */
export interface AccountState {
  id: number;
  tenantId: number;
  status: (typeof ACCOUNT_STATUSES)[number];
  /** When its hold ends; null where it is not held. */
  claimedUntil: Date | null;
}

type Holding = Pick<AccountState, 'status' | 'claimedUntil'>;

/** Whether a hold was left by a process that died; it lasts until its end, and that moment is still part of it. */
export const hasHoldEnded = ({ status, claimedUntil }: Holding, now: Date): boolean =>
  status === 'connecting' && claimedUntil !== null && claimedUntil < now;

/** Whether somebody has the account now: connected, or with a hold that lasts. */
export const isHeld = ({ status, claimedUntil }: Holding, now: Date): boolean =>
  status === 'connected' || (status === 'connecting' && claimedUntil !== null && claimedUntil >= now);

/** Whether another tenant has the account or is connecting it. */
export const isElsewhere = (rows: readonly AccountState[], tenantId: number): boolean =>
  rows.some((row) => row.tenantId !== tenantId && row.status !== 'disconnected');

/** What becomes of an account that a tenant wants to connect. */
export type HoldPlan<State> =
  | { kind: 'elsewhere' }
  /** It stays connected with what it has. */
  | { kind: 'stays'; own: State }
  /** `own` is null where the tenant has no row yet. */
  | { kind: 'hold'; own: State | null; claimedUntil: Date };

/**
 * Decides over the rows of one account, of all tenants, of which holds that ended are disconnected already. One tenant at
 * a time holds or has an account. Requests of the same tenant share it: each hold ends at a moment of its own, later than
 * the one before, so that a release ends the hold of its own request alone.
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
