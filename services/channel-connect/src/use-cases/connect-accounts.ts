import { ConnectRefused } from '../domain/connect-result.ts';
import type { GrantedAccount, HeldGrantedAccount } from '../domain/granted-account.ts';

export interface ConnectAccountsDeps {
  /**
   * Reserves all of them for this tenant, each page with a job that reverts its subscription; a connected one stays
   * unchanged. Null when another tenant has one of them.
   */
  holdAccounts(given: {
    tenantId: number;
    accounts: readonly GrantedAccount[];
    now: Date;
    claimedUntil: Date;
  }): Promise<HeldGrantedAccount[] | null>;
  /** Connects all and marks the link as used, in one transaction with the events of newly connected ones. */
  finishAccounts(given: {
    tenantId: number;
    linkId: number;
    held: readonly HeldGrantedAccount[];
    now: Date;
  }): Promise<'connected' | 'link_used' | 'interrupted'>;
  /** Releases accounts that were not connected, and makes their revert jobs due. */
  releaseAccounts(given: { held: readonly HeldGrantedAccount[]; now: Date }): Promise<void>;
  /** Called after a release, when jobs are due. */
  wakeRemovals(): void;
  now(): Date;
}

export type ConnectAccounts = (given: {
  tenantId: number;
  linkId: number;
  accounts: readonly GrantedAccount[];
  /** Calls the provider; an exception reverts everything. */
  tell(): Promise<void>;
}) => Promise<void>;

/** Longer than an authorization may take: an older hold belongs to a dead process. */
const HOLD_MS = 120_000;

/**
 * Connects all accounts of one authorization, or none (docs/reference/channels.md#connect-links). They are reserved
 * before the provider is called, so that no other request configures it; a crash leaves only holds that expire and
 * jobs that revert. Throws {@link ConnectRefused}.
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
      // If the release fails, the hold expires by itself and its jobs run.
      await deps.releaseAccounts({ held, now: deps.now() }).then(deps.wakeRemovals, () => {});
      throw error;
    }
  };
}
