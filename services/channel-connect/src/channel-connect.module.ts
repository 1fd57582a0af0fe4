import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf, verb } from '@parley/bus/verb';
import { createTemplate as createTemplateContract } from '@parley/common/contracts/channels/create-template';
import { deleteTemplate as deleteTemplateContract } from '@parley/common/contracts/channels/delete-template';
import { updateTemplate as updateTemplateContract } from '@parley/common/contracts/channels/update-template';
import { listCapabilities } from './channels/list-capabilities.ts';
import { listChannelHealth } from './channels/list-channel-health.ts';
import { listChannels } from './channels/list-channels.ts';
import { listTenantChannels } from './channels/list-tenant-channels.ts';
import { reportBusinessAccount } from './channels/report-business-account.ts';
import { reportTemplate } from './channels/report-template.ts';
import { connectTelegram } from './connecting/connect-telegram.ts';
import { connectWaNumber } from './connecting/connect-wa-number.ts';
import { authorizeSignup } from './links/authorize-signup.ts';
import { beginConnectVisit } from './links/begin-connect-visit.ts';
import { createConnectLink } from './links/create-connect-link.ts';
import { finishConnectLink } from './links/finish-connect-link.ts';
import { offersOfficialWay } from './links/offers-official-way.ts';
import { openConnectLink } from './links/open-connect-link.ts';
import { openOfficialWay } from './links/open-official-way.ts';
import { deleteUsername } from './numbers/delete-username.ts';
import { getCallSettings } from './numbers/get-call-settings.ts';
import { getUsername } from './numbers/get-username.ts';
import { setCallSettings } from './numbers/set-call-settings.ts';
import { setUsername } from './numbers/set-username.ts';
import { disconnectChannel } from './removal/disconnect-channel.ts';
import { eraseTenantData } from './removal/erase-tenant-data.ts';
import { receiveOwnerRemoval } from './removal/receive-owner-removal.ts';
import { removeTenantChannel } from './removal/remove-tenant-channel.ts';
import { showOwnerRemoval } from './removal/show-owner-removal.ts';
import { type ChannelConnectParts, openChannelConnectService, SERVICE } from './service.ts';
import { createTemplate } from './templates/create-template.ts';
import { deleteTemplate } from './templates/delete-template.ts';
import { findTemplateCategory } from './templates/find-template-category.ts';
import { listTemplates } from './templates/list-templates.ts';
import { updateTemplate } from './templates/update-template.ts';
import { refreshChannelToken } from './tokens/refresh-channel-token.ts';
import { reportBrokenChannel } from './tokens/report-broken-channel.ts';
import { makeWorkers } from './workers.ts';

/** Verbs of the service. */
export const VERBS = [
  listChannels,
  listCapabilities,
  listTemplates,
  findTemplateCategory,
  verb(createTemplateContract, createTemplate),
  verb(updateTemplateContract, updateTemplate),
  verb(deleteTemplateContract, deleteTemplate),
  connectTelegram,
  disconnectChannel,
  connectWaNumber,
  listTenantChannels,
  listChannelHealth,
  getUsername,
  setUsername,
  deleteUsername,
  getCallSettings,
  setCallSettings,
  removeTenantChannel,
  createConnectLink,
  openConnectLink,
  beginConnectVisit,
  finishConnectLink,
  authorizeSignup,
  offersOfficialWay,
  openOfficialWay,
  receiveOwnerRemoval,
  showOwnerRemoval,
  reportBrokenChannel,
  reportBusinessAccount,
  reportTemplate,
  eraseTenantData,
  refreshChannelToken,
];

@Module({})
class ChannelConnectModule {}

/** The channel-connect service: connect links, bots, wa numbers, template lists, disconnecting, tokens. Wiring only. */
export function makeChannelConnectModule(parts: ChannelConnectParts): DynamicModule {
  const service = openChannelConnectService(parts);
  return {
    module: ChannelConnectModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
