import { AppError, invalidField } from '@parley/common/errors';
import type { GraphTemplate } from '@parley/providers/graph/whatsapp-cloud-client';
import { listConnected } from '../channels/account.store.ts';
import { askProvider } from '../connecting/ask-provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { findNumberNamed } from './find-number.rules.ts';
import { saveListedTemplates } from './template.store.ts';
import type { TemplateEntries } from './template-cache.client.ts';
import { approvedNames, categoriesOf, fitEntries, toTemplateEntry } from './template-entry.rules.ts';
import { type TemplateNumber, templateNumberOf } from './template-number.rules.ts';

/** The number that `from` names, else the tenant's first. Errors: not_connected, invalid_from. */
export async function findTemplateNumber(
  { database, cipher }: ChannelConnectService,
  tenantId: number,
  from: string | undefined,
): Promise<TemplateNumber> {
  const numbers = await listConnected(database, tenantId, ['wa']);
  if (numbers.length === 0) throw new AppError('not_connected', { message: 'No wa number is connected.' });
  const account = findNumberNamed(numbers, from ?? null);
  if (!account) throw invalidField('from', 'from must be the id, number or label of a connected wa number.');
  return templateNumberOf(account, numbers, cipher);
}

/** The templates of this name at Meta now, in one language or in all. Errors: graph_error, provider_timeout. */
export async function findTemplatesNamed(
  { graph }: ChannelConnectService,
  { wabaId, accessToken }: TemplateNumber,
  { name, language }: { name: string; language?: string | undefined },
): Promise<GraphTemplate[]> {
  // Meta's filter finds parts of names as well.
  const { value: listed } = await askProvider(() => graph.listTemplates(wabaId, accessToken, name));
  return listed.filter((one) => one.name === name && (language === undefined || one.language === language));
}

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
