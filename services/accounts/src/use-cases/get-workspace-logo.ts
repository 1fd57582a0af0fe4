import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { getWorkspaceLogo as contract } from '@parley/common/contracts/console/workspace-settings';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { findLogo } from '../storage/settings-store.ts';

/** The logo of the caller's workspace (docs/reference/console.md#settings). */
export async function getWorkspaceLogo(
  { database }: AccountsService,
  { version }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const logo = await findLogo(database.prisma, tenantIdOf(context), version);
  return { image: logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}` };
}
