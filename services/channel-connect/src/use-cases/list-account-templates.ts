import { countFitting } from '@parley/common/fit-answer';
import { askProvider } from '../adapters/ask-provider.ts';
import type { TemplateEntries } from '../adapters/template-cache.ts';
import type { ChannelAccount } from '../domain/channel-account.ts';
import { openWa } from '../domain/credentials.ts';
import { approvedNames, toTemplateEntry } from '../domain/template-entry.ts';
import type { ChannelConnectService } from '../service.ts';
import { saveApprovedTemplates } from '../storage/account-store.ts';

async function fetchEntries(service: ChannelConnectService, account: ChannelAccount): Promise<TemplateEntries> {
  const { wabaId } = account;
  if (wabaId === null) throw new Error(`The wa account ${account.id} has no WABA.`);
  const accessToken = openWa(service.cipher, account.credentials);
  const listed = await askProvider(() => service.graph.listTemplates(wabaId, accessToken));
  const entries = listed.value.map(toTemplateEntry);
  await saveApprovedTemplates(service.database, account, approvedNames(entries), service.now());
  return entries.slice(0, countFitting(entries));
}

/** The templates of a number, at most 60 s old, as many as fit the bus. Errors: graph_error, provider_timeout. */
export const listAccountTemplates = (
  service: ChannelConnectService,
  account: ChannelAccount,
): Promise<TemplateEntries> => service.cachedTemplates(account, () => fetchEntries(service, account));
