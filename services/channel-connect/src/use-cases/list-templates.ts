import { type CallContext, callerOf } from '@parley/common/call-context';
import type { templates as contract } from '@parley/common/contracts/channels/templates';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { countFitting } from '@parley/common/fit-answer';
import { askProvider } from '../adapters/ask-provider.ts';
import type { TemplateEntries } from '../adapters/template-cache.ts';
import type { ChannelAccount } from '../domain/channel-account.ts';
import { openWa } from '../domain/credentials.ts';
import { findNumberNamed } from '../domain/find-number.ts';
import { approvedNames, toTemplateEntry } from '../domain/template-entry.ts';
import type { ChannelConnectService } from '../service.ts';
import { listConnected, saveApprovedTemplates } from '../storage/account-store.ts';

async function fetchEntries(service: ChannelConnectService, account: ChannelAccount): Promise<TemplateEntries> {
  const { wabaId } = account;
  if (wabaId === null) throw new Error(`The wa account ${account.id} has no WABA.`);
  const accessToken = openWa(service.cipher, account.credentials);
  const listed = await askProvider(() => service.graph.listTemplates(wabaId, accessToken));
  const entries = listed.value.map(toTemplateEntry);
  await saveApprovedTemplates(service.database, account, approvedNames(entries), service.now());
  return entries.slice(0, countFitting(entries));
}

/**
 * Templates of a wa account, at most 60 s old (docs/reference/channels.md#template-list). Errors: invalid_from,
 * not_connected, graph_error, provider_timeout.
 */
export async function listTemplates(
  service: ChannelConnectService,
  { from }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const numbers = await listConnected(service.database, callerOf(context).tenantId, ['wa']);
  if (numbers.length === 0) throw new AppError('not_connected', { message: 'No wa number is connected.' });
  const account = findNumberNamed(numbers, from ?? null);
  if (!account) throw invalidField('from', 'from must be the id, number or label of a connected wa number.');
  const templates = await service.cachedTemplates(account, () => fetchEntries(service, account));
  return { ok: true, count: templates.length, templates };
}
