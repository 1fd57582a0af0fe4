import { AppError, invalidField } from '@parley/common/errors';
import { MEDIA_HEADERS } from '@parley/common/wa-template/template-limits';
import type { TemplateContent } from '@parley/providers/graph/template-components';
import type { GraphTemplate } from '@parley/providers/graph/whatsapp-cloud-client';
import { listConnected } from '../channels/account.store.ts';
import { askProvider } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { readSample } from './read-sample.client.ts';
import {
  approvedNames,
  categoriesOf,
  findNumberNamed,
  fitEntries,
  type TemplateNumber,
  templateNumberOf,
  textsOf,
  toTemplateEntry,
  withAnnounced,
} from './template.rules.ts';
import { readUpcomingCategories, saveListedTemplates } from './template.store.ts';
import type { TemplateEntries } from './template-cache.client.ts';

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
  { account, wabaId, accessToken, sharing }: TemplateNumber,
): Promise<TemplateEntries> {
  const at = service.now();
  const listed = await askProvider(() => service.graph.listTemplates(wabaId, accessToken));
  const entries = listed.value.map(toTemplateEntry);
  const stored = { names: approvedNames(entries), categories: categoriesOf(entries), texts: textsOf(entries), at };
  await saveListedTemplates(service.database, sharing, stored);
  return fitEntries(withAnnounced(entries, await readUpcomingCategories(service.database, account)));
}

/** The templates of a number, at most 60 s old, as many as fit the bus. Errors: graph_error, provider_timeout. */
export const listAccountTemplates = (
  service: ChannelConnectService,
  number: TemplateNumber,
): Promise<TemplateEntries> => service.templateLists.of(number.account, () => fetchEntries(service, number));

/**
 * Uploads the sample of a file header for Meta's review, and returns its handle; null where the header has no file. Errors:
 * those of reading it, service_unavailable when the operator has not configured Meta's app, graph_error, provider_timeout.
 */
export async function uploadSample(
  service: ChannelConnectService,
  { account: { tenantId }, accessToken }: TemplateNumber,
  header: TemplateContent['header'],
): Promise<string | null> {
  const type = MEDIA_HEADERS.find((media) => media === header?.type);
  if (header === undefined || type === undefined) return null;
  const { PARLEY_META_APP_ID: appId } = service.environment;
  if (appId === undefined)
    throw new AppError('service_unavailable', {
      message: 'Samples are uploaded through the app at Meta, which is not set up on this server; ask its operator.',
      retry_after: 60,
    });
  const file = await readSample(service, tenantId, { ...header, type });
  return (await askProvider(() => service.graph.uploadSample(appId, accessToken, file))).value;
}
