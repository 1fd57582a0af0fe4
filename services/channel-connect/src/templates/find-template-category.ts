import { verb } from '@parley/bus/verb';
import { findTemplateCategory as contract } from '@parley/common/contracts/internal/find-template-category';
import { AppError } from '@parley/common/errors';
import { listConnected } from '../channels/account.store.ts';
import type { ChannelConnectService } from '../service.ts';
import { categoryOf, templateNumberOf } from './template.rules.ts';
import { listAccountTemplates } from './template.steps.ts';

/** The category of a template of a connected number. Errors: not_connected, graph_error, provider_timeout. */
export const findTemplateCategory = verb(
  contract,
  async (service: ChannelConnectService, { tenantId, externalId, name, language }) => {
    const numbers = await listConnected(service.database, tenantId, ['wa']);
    const account = numbers.find((number) => number.externalId === externalId);
    if (!account) throw new AppError('not_connected');
    const listed = await listAccountTemplates(service, templateNumberOf(account, numbers, service.cipher));
    return { category: categoryOf(listed, { name, language }) };
  },
);
