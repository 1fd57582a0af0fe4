import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { channels } from '@parley/common/contracts/channels/channels';
import { connectLink } from '@parley/common/contracts/channels/connect-link';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { disconnectChannel } from '@parley/common/contracts/channels/disconnect-channel';
import { templates } from '@parley/common/contracts/channels/templates';
import { listChannelHealth } from '@parley/common/contracts/console/channel-health';
import {
  refreshChannelToken,
  reportBrokenChannel,
  reportBusinessAccount,
} from '@parley/common/contracts/internal/channel-health';
import { beginConnectVisit, finishConnectLink, openConnectLink } from '@parley/common/contracts/internal/connect-link';
import { eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import {
  connectWaNumber,
  listTenantChannels,
  removeTenantChannel,
} from '@parley/common/contracts/operator/tenant-channels';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class ChannelConnectController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(channels)
  async channels(_input: InputOf<typeof channels>, context: CallContext) {
    return this.#do.listChannels(callerOf(context));
  }

  @Handles(templates)
  async templates(input: InputOf<typeof templates>, context: CallContext) {
    return this.#do.listTemplates(callerOf(context).tenantId, input);
  }

  @Handles(connectTelegram)
  async connectTelegram(input: InputOf<typeof connectTelegram>, context: CallContext) {
    return this.#do.connectTelegram(input, context);
  }

  @Handles(disconnectChannel)
  async disconnectChannel(input: InputOf<typeof disconnectChannel>, context: CallContext) {
    return this.#do.disconnectChannel(input, context);
  }

  @Handles(connectWaNumber)
  async connectWaNumber(input: InputOf<typeof connectWaNumber>) {
    return this.#do.connectWaNumber(input);
  }

  @Handles(listTenantChannels)
  async listTenantChannels(input: InputOf<typeof listTenantChannels>) {
    return this.#do.listTenantChannels(input);
  }

  @Handles(listChannelHealth)
  async listChannelHealth(input: InputOf<typeof listChannelHealth>, context: CallContext) {
    return this.#do.listChannelHealth(input, context);
  }

  @Handles(removeTenantChannel)
  async removeTenantChannel(input: InputOf<typeof removeTenantChannel>, context: CallContext) {
    return this.#do.removeTenantChannel(input, context);
  }

  @Handles(connectLink)
  async connectLink(input: InputOf<typeof connectLink>, context: CallContext) {
    return this.#do.createConnectLink(callerOf(context), input);
  }

  @Handles(openConnectLink)
  async openConnectLink(input: InputOf<typeof openConnectLink>) {
    return this.#do.openConnectLink(input);
  }

  @Handles(beginConnectVisit)
  async beginConnectVisit(input: InputOf<typeof beginConnectVisit>) {
    return this.#do.beginConnectVisit(input);
  }

  @Handles(finishConnectLink)
  async finishConnectLink(input: InputOf<typeof finishConnectLink>) {
    return this.#do.finishConnectLink(input);
  }

  @Handles(reportBrokenChannel)
  async reportBrokenChannel(input: InputOf<typeof reportBrokenChannel>) {
    return this.#do.reportBrokenChannel(input);
  }

  @Handles(reportBusinessAccount)
  async reportBusinessAccount(input: InputOf<typeof reportBusinessAccount>) {
    return this.#do.reportBusinessAccount(input);
  }

  @Handles(eraseTenantData['channel-connect'])
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['channel-connect']>) {
    return this.#do.eraseData.eraseTenantData(input);
  }

  @Handles(refreshChannelToken)
  async refreshChannelToken(input: InputOf<typeof refreshChannelToken>) {
    return this.#do.tokens.refreshOne(input);
  }
}
