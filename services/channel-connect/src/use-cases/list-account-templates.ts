import { askProvider } from '../adapters/ask-provider.ts';
import type { TemplateEntries } from '../adapters/template-cache.ts';
import { approvedNames, categoriesOf, fitEntries, toTemplateEntry } from '../domain/template-entry.ts';
import type { TemplateNumber } from '../domain/template-number.ts';
import type { ChannelConnectService } from '../service.ts';
import { saveListedTemplates } from '../storage/template-store.ts';

async function fetchEntries(
  service: ChannelConnectService,
  { wabaId, accessToken, sharing }: TemplateNumber,
): Promise<TemplateEntries> {
  const at = service.now();
  const listed = await askProvider(() => service.graph.listTemplates(wabaId, accessToken));
  const entries = listed.value.map(toTemplateEntry);
  const stored = { names: approvedNames(entries), categories: categoriesOf(entries), at };
  await saveListedTemplates(service.database, sharing, stored);
  return fitEntries(entries);
}

/** The templates of a number, at most 60 s old, as many as fit the bus. Errors: graph_error, provider_timeout. */
export const listAccountTemplates = (
  service: ChannelConnectService,
  number: TemplateNumber,
): Promise<TemplateEntries> => service.templateLists.of(number.account, () => fetchEntries(service, number));
