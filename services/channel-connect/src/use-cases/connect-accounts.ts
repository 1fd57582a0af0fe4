import { ConnectRefused } from '../domain/connect-result.ts';
import type { GrantedAccount, HeldGrantedAccount } from '../domain/granted-account.ts';

export interface ConnectAccountsDeps {
  /**
   * Holds all of them for this tenant, each page with a job that takes its subscription back; a connected one
   * stays connected with what it has. Null when another tenant holds one of them.
   */
  holdAccounts(given: {
    tenantId: number;
    accounts: readonly GrantedAccount[];
    now: Date;
    claimedUntil: Date;
  }): Promise<HeldGrantedAccount[] | null>;
  /** All connected, and the link used, in one transaction with the events of those that were not connected before. */
  finishAccounts(given: {
    tenantId: number;
    linkId: number;
    held: readonly HeldGrantedAccount[];
    now: Date;
  }): Promise<'connected' | 'link_used' | 'interrupted'>;
  /** Lets go what did not get connected, and makes the jobs due that take back what providers were told. */
  releaseAccounts(given: { held: readonly HeldGrantedAccount[]; now: Date }): Promise<void>;
  /** After a release: jobs are due. */
  wakeRemovals(): void;
  now(): Date;
}

export type ConnectAccounts = (given: {
  tenantId: number;
  linkId: number;
  accounts: readonly GrantedAccount[];
  /** Tells the provider; what it throws undoes everything. */
  tell(): Promise<void>;
}) => Promise<void>;

/** Longer than an authorization may take: a hold that is older was left by a process that died. */
const HOLD_MS = 120_000;

/**
 * Connects everything that one authorization covers, or nothing (docs/reference/channels.md#connect-links). Held before
 * the provider is told, so that nobody else tells it something different; a crash anywhere leaves holds that end and
 * jobs that undo.
 * Throws {@link ConnectRefused}.
 */
export function makeConnectAccounts(deps: ConnectAccountsDeps): ConnectAccounts {
  return async ({ tenantId, linkId, accounts, tell }) => {
    const now = deps.now();
    const claimedUntil = new Date(now.getTime() + HOLD_MS);
    const held = await deps.holdAccounts({ tenantId, accounts, now, claimedUntil });
    if (!held) throw new ConnectRefused('already_connected');
    try {
      await tell();
      const outcome = await deps.finishAccounts({ tenantId, linkId, held, now: deps.now() });
      if (outcome !== 'connected') throw new ConnectRefused(outcome);
    } catch (error) {
      // What cannot be let go now ends by itself: the hold and its jobs have an end.
      await deps.releaseAccounts({ held, now: deps.now() }).then(deps.wakeRemovals, () => {});
      throw error;
    }
  };
}
