import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { type CallContext, callerOf, memberOf } from '@parley/common/call-context';
import { events } from '@parley/common/contracts/account/events';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import {
  getDelivery,
  getPlatformDelivery,
  listDeliveries,
  listPlatformDeliveries,
  replayDeliveries,
  replayPlatformDeliveries,
  sendTestEvent,
} from '@parley/common/contracts/operator/deliveries';
import {
  checkPlatformWebhook,
  checkTenantPlatformWebhook,
  pausePlatformWebhook,
  pauseTenantPlatformWebhook,
  resumePlatformWebhook,
  resumeTenantPlatformWebhook,
  testPlatformWebhook,
  testTenantPlatformWebhook,
} from '@parley/common/contracts/operator/platform-webhook';
import { listStuckLanes, resumeLane } from '@parley/common/contracts/operator/stuck-lanes';
import { getWebhook, pauseWebhook, resumeWebhook } from '@parley/common/contracts/operator/webhooks';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class WebhookDeliveryController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(events)
  async events(input: InputOf<typeof events>, context: CallContext) {
    return this.#do.readEvents(callerOf(context), input);
  }

  @Handles(liveEvents)
  async liveEvents(input: InputOf<typeof liveEvents>, context: CallContext) {
    return this.#do.readTenantEvents(memberOf(context), input);
  }

  @Handles(listDeliveries)
  async list(input: InputOf<typeof listDeliveries>) {
    return this.#do.deliveries.list(input);
  }

  @Handles(getDelivery)
  async show(input: InputOf<typeof getDelivery>) {
    return this.#do.deliveries.show(input);
  }

  @Handles(replayDeliveries)
  async replay(input: InputOf<typeof replayDeliveries>) {
    return this.#do.deliveries.replay(input);
  }

  @Handles(sendTestEvent)
  async test(input: InputOf<typeof sendTestEvent>) {
    return this.#do.deliveries.test(input);
  }

  @Handles(erasePerson['webhook-delivery'])
  async erasePerson(input: InputOf<(typeof erasePerson)['webhook-delivery']>) {
    return this.#do.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData['webhook-delivery'])
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['webhook-delivery']>) {
    return this.#do.eraseData.eraseTenantData(input);
  }

  @Handles(getWebhook)
  async webhook(input: InputOf<typeof getWebhook>) {
    return this.#do.webhooks.show(input);
  }

  @Handles(pauseWebhook)
  async pause(input: InputOf<typeof pauseWebhook>) {
    return this.#do.webhooks.pause(input);
  }

  @Handles(resumeWebhook)
  async resume(input: InputOf<typeof resumeWebhook>) {
    return this.#do.webhooks.resume(input);
  }

  @Handles(listPlatformDeliveries)
  async listPlatform(input: InputOf<typeof listPlatformDeliveries>) {
    return this.#do.deliveries.list(input);
  }

  @Handles(getPlatformDelivery)
  async showPlatform(input: InputOf<typeof getPlatformDelivery>) {
    return this.#do.deliveries.show(input);
  }

  @Handles(replayPlatformDeliveries)
  async replayPlatform(input: InputOf<typeof replayPlatformDeliveries>) {
    return this.#do.deliveries.replay(input);
  }

  @Handles(checkPlatformWebhook)
  async checkPlatform(input: InputOf<typeof checkPlatformWebhook>) {
    return this.#do.webhooks.showPlatform(input);
  }

  @Handles(checkTenantPlatformWebhook)
  async checkTenantPlatform(input: InputOf<typeof checkTenantPlatformWebhook>) {
    return this.#do.webhooks.showPlatform(input);
  }

  @Handles(testPlatformWebhook)
  async testPlatform(input: InputOf<typeof testPlatformWebhook>) {
    return this.#do.deliveries.testPlatform(input);
  }

  @Handles(testTenantPlatformWebhook)
  async testTenantPlatform(input: InputOf<typeof testTenantPlatformWebhook>) {
    return this.#do.deliveries.testPlatform(input);
  }

  @Handles(pausePlatformWebhook)
  async pausePlatform(input: InputOf<typeof pausePlatformWebhook>) {
    return this.#do.webhooks.pausePlatform(input);
  }

  @Handles(pauseTenantPlatformWebhook)
  async pauseTenantPlatform(input: InputOf<typeof pauseTenantPlatformWebhook>) {
    return this.#do.webhooks.pausePlatform(input);
  }

  @Handles(resumePlatformWebhook)
  async resumePlatform(input: InputOf<typeof resumePlatformWebhook>) {
    return this.#do.webhooks.resumePlatform(input);
  }

  @Handles(resumeTenantPlatformWebhook)
  async resumeTenantPlatform(input: InputOf<typeof resumeTenantPlatformWebhook>) {
    return this.#do.webhooks.resumePlatform(input);
  }

  @Handles(listStuckLanes)
  async listStuckLanes(input: InputOf<typeof listStuckLanes>) {
    return this.#do.listStuckLanes(input);
  }

  @Handles(resumeLane)
  async resumeLane(input: InputOf<typeof resumeLane>) {
    return this.#do.webhooks.resume(input);
  }
}
