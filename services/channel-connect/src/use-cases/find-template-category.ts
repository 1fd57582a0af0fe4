import type { findTemplateCategory as contract } from '@parley/common/contracts/internal/find-template-category';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { categoryOf } from '../domain/template-entry.ts';
import { templateNumberOf } from '../domain/template-number.ts';
import type { ChannelConnectService } from '../service.ts';
import { listConnected } from '../storage/account-store.ts';
import { listAccountTemplates } from './list-account-templates.ts';

/** The category of a template of a connected number. Errors: not_connected, graph_error, provider_timeout. */
export async function findTemplateCategory(
  service: ChannelConnectService,
  { tenantId, externalId, name, language }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const numbers = await listConnected(service.database, tenantId, ['wa']);
  const account = numbers.find((number) => number.externalId === externalId);
  if (!account) throw new AppError('not_connected');
  const listed = await listAccountTemplates(service, templateNumberOf(account, numbers, service.cipher));
  return { category: categoryOf(listed, { name, language }) };
}
