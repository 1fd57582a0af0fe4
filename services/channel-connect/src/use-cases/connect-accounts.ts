import type { ConnectLink } from '../domain/connect-link.ts';
import { ConnectRefused } from '../domain/connect-result.ts';
import type { GrantedAccount } from '../domain/granted-account.ts';
import type { ChannelConnectService } from '../service.ts';
import { nameOf } from '../storage/lock-accounts.ts';
import { finishGrantedAccounts } from './finish-granted-accounts.ts';
import { holdAccounts } from './hold-accounts.ts';
import { releaseHolds } from './release-holds.ts';

const HOLD_MS = 120_000;

/**
 * Connects all accounts of one authorization, or none (docs/reference/channels.md#connect-links). They are reserved
 * before `configure` calls the provider, so that no other request configures it; a crash leaves only holds that expire
 * and jobs that revert. Throws {@link ConnectRefused}, and the errors of `configure`.
 */
export async function connectAccounts(
  service: ChannelConnectService,
  link: ConnectLink,
  accounts: readonly GrantedAccount[],
  configure: () => Promise<void>,
): Promise<void> {
  const held = await holdAccounts(service, link.tenantId, accounts, HOLD_MS);
  if (!held) throw new ConnectRefused('already_connected');
  try {
    await configure();
    const outcome = await finishGrantedAccounts(service, link, held);
    if (outcome !== 'connected') throw new ConnectRefused(outcome);
  } catch (error) {
    await releaseHolds(service, held, accounts.map(nameOf));
    throw error;
  }
}
