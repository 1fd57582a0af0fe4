import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { capabilities } from '@parley/common/contracts/channels/capabilities';
import { channels } from '@parley/common/contracts/channels/channels';
import { connectLink } from '@parley/common/contracts/channels/connect-link';
import * as telegram from '@parley/common/contracts/channels/connect-telegram';
import { createTemplate as createTemplateContract } from '@parley/common/contracts/channels/create-template';
import { deleteTemplate as deleteTemplateContract } from '@parley/common/contracts/channels/delete-template';
import * as disconnecting from '@parley/common/contracts/channels/disconnect-channel';
import { templates } from '@parley/common/contracts/channels/templates';
import { updateTemplate as updateTemplateContract } from '@parley/common/contracts/channels/update-template';
import * as consoleHealth from '@parley/common/contracts/console/channel-health';
import * as health from '@parley/common/contracts/internal/channel-health';
import * as links from '@parley/common/contracts/internal/connect-link';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import { findTemplateCategory as category } from '@parley/common/contracts/internal/find-template-category';
import * as operator from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf } from '@parley/common/define-contract';
import { type ChannelConnectService, SERVICE } from './service.ts';
import { beginConnectVisit } from './use-cases/begin-connect-visit.ts';
import { connectTelegram } from './use-cases/connect-telegram.ts';
import { connectWaNumber } from './use-cases/connect-wa-number.ts';
import { createConnectLink } from './use-cases/create-connect-link.ts';
import { createTemplate } from './use-cases/create-template.ts';
import { deleteTemplate } from './use-cases/delete-template.ts';
import { disconnectChannel } from './use-cases/disconnect-channel.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { findTemplateCategory } from './use-cases/find-template-category.ts';
import { finishConnectLink } from './use-cases/finish-connect-link.ts';
import { listCapabilities } from './use-cases/list-capabilities.ts';
import { listChannelHealth } from './use-cases/list-channel-health.ts';
import { listChannels } from './use-cases/list-channels.ts';
import { listTemplates } from './use-cases/list-templates.ts';
import { listTenantChannels } from './use-cases/list-tenant-channels.ts';
import { openConnectLink } from './use-cases/open-connect-link.ts';
import { refreshChannelToken } from './use-cases/refresh-channel-token.ts';
import { removeTenantChannel } from './use-cases/remove-tenant-channel.ts';
import { reportBrokenChannel } from './use-cases/report-broken-channel.ts';
import { reportBusinessAccount } from './use-cases/report-business-account.ts';
import { reportTemplate } from './use-cases/report-template.ts';
import { updateTemplate } from './use-cases/update-template.ts';

@Controller()
export class ChannelConnectController {
  readonly #service: ChannelConnectService;
  constructor(@Inject(SERVICE) service: ChannelConnectService) {
    this.#service = service;
  }

  @Handles(channels)
  async channels(_input: InputOf<typeof channels>, context: CallContext) {
    return listChannels(this.#service, context);
  }

  @Handles(capabilities)
  async capabilities(_input: InputOf<typeof capabilities>, context: CallContext) {
    return listCapabilities(this.#service, context);
  }

  @Handles(templates)
  async templates(input: InputOf<typeof templates>, context: CallContext) {
    return listTemplates(this.#service, input, context);
  }

  @Handles(category)
  async findTemplateCategory(input: InputOf<typeof category>) {
    return findTemplateCategory(this.#service, input);
  }

  @Handles(createTemplateContract)
  async createTemplate(input: InputOf<typeof createTemplateContract>, context: CallContext) {
    return createTemplate(this.#service, input, context);
  }

  @Handles(updateTemplateContract)
  async updateTemplate(input: InputOf<typeof updateTemplateContract>, context: CallContext) {
    return updateTemplate(this.#service, input, context);
  }

  @Handles(deleteTemplateContract)
  async deleteTemplate(input: InputOf<typeof deleteTemplateContract>, context: CallContext) {
    return deleteTemplate(this.#service, input, context);
  }

  @Handles(telegram.connectTelegram)
  async connectTelegram(input: InputOf<typeof telegram.connectTelegram>, context: CallContext) {
    return connectTelegram(this.#service, input, context);
  }

  @Handles(disconnecting.disconnectChannel)
  async disconnectChannel(input: InputOf<typeof disconnecting.disconnectChannel>, context: CallContext) {
    return disconnectChannel(this.#service, input, context);
  }

  @Handles(operator.connectWaNumber)
  async connectWaNumber(input: InputOf<typeof operator.connectWaNumber>) {
    return connectWaNumber(this.#service, input);
  }

  @Handles(operator.listTenantChannels)
  async listTenantChannels(input: InputOf<typeof operator.listTenantChannels>) {
    return listTenantChannels(this.#service, input);
  }

  @Handles(consoleHealth.listChannelHealth)
  async listChannelHealth(input: InputOf<typeof consoleHealth.listChannelHealth>, context: CallContext) {
    return listChannelHealth(this.#service, input, context);
  }

  @Handles(operator.removeTenantChannel)
  async removeTenantChannel(input: InputOf<typeof operator.removeTenantChannel>, context: CallContext) {
    return removeTenantChannel(this.#service, input, context);
  }

  @Handles(connectLink)
  async connectLink(input: InputOf<typeof connectLink>, context: CallContext) {
    return createConnectLink(this.#service, input, context);
  }

  @Handles(links.openConnectLink)
  async openConnectLink(input: InputOf<typeof links.openConnectLink>) {
    return openConnectLink(this.#service, input);
  }

  @Handles(links.beginConnectVisit)
  async beginConnectVisit(input: InputOf<typeof links.beginConnectVisit>) {
    return beginConnectVisit(this.#service, input);
  }

  @Handles(links.finishConnectLink)
  async finishConnectLink(input: InputOf<typeof links.finishConnectLink>) {
    return finishConnectLink(this.#service, input);
  }

  @Handles(health.reportBrokenChannel)
  async reportBrokenChannel(input: InputOf<typeof health.reportBrokenChannel>) {
    return reportBrokenChannel(this.#service, input);
  }

  @Handles(health.reportBusinessAccount)
  async reportBusinessAccount(input: InputOf<typeof health.reportBusinessAccount>) {
    return reportBusinessAccount(this.#service, input);
  }

  @Handles(health.reportTemplate)
  async reportTemplate(input: InputOf<typeof health.reportTemplate>) {
    return reportTemplate(this.#service, input);
  }

  @Handles(erasure.eraseTenantData['channel-connect'])
  async eraseTenantData(input: InputOf<(typeof erasure.eraseTenantData)['channel-connect']>) {
    return eraseTenantData(this.#service, input);
  }

  @Handles(health.refreshChannelToken)
  async refreshChannelToken(input: InputOf<typeof health.refreshChannelToken>) {
    return refreshChannelToken(this.#service, input);
  }
}
