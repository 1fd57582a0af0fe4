import { type CallContext, callerOf } from '@parley/common/call-context';
import type { templates as contract } from '@parley/common/contracts/channels/templates';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { askProvider } from '../adapters/ask-provider.ts';
import type { TemplateEntries } from '../adapters/template-cache.ts';
import { approvedNames, categoriesOf, fitEntries, toTemplateEntry } from '../domain/template-entry.ts';
import type { ChannelConnectService } from '../service.ts';
import { saveListedTemplates } from '../storage/template-store.ts';
import { findTemplateNumber, type TemplateNumber } from './find-template-number.ts';

async function fetchEntries(
  service: ChannelConnectService,
  { wabaId, accessToken, sharing }: TemplateNumber,
): Promise<TemplateEntries> {
  const listed = await askProvider(() => service.graph.listTemplates(wabaId, accessToken));
  const entries = listed.value.map(toTemplateEntry);
  const stored = { names: approvedNames(entries), categories: categoriesOf(entries), at: service.now() };
  await saveListedTemplates(service.database, sharing, stored);
  return fitEntries(entries);
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
  const number = await findTemplateNumber(service, callerOf(context).tenantId, from);
  const templates = await service.templateLists.of(number.account, () => fetchEntries(service, number));
  return { ok: true, count: templates.length, templates };
}
