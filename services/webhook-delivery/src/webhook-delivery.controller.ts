import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as account from '@parley/common/contracts/account/events';
import * as live from '@parley/common/contracts/console/live-events';
import * as figures from '@parley/common/contracts/console/webhook-figures';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import * as deliveries from '@parley/common/contracts/operator/deliveries';
import * as platform from '@parley/common/contracts/operator/platform-webhook';
import * as lanes from '@parley/common/contracts/operator/stuck-lanes';
import * as webhooks from '@parley/common/contracts/operator/webhooks';
import type { InputOf } from '@parley/common/define-contract';
import { SERVICE, type WebhookDeliveryService } from './service.ts';
import { erasePerson } from './use-cases/erase-person.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { getDelivery } from './use-cases/get-delivery.ts';
import { getWebhook } from './use-cases/get-webhook.ts';
import { listDeliveries } from './use-cases/list-deliveries.ts';
import { listStuckLanes } from './use-cases/list-stuck-lanes.ts';
import { pauseWebhook } from './use-cases/pause-webhook.ts';
import { readEvents } from './use-cases/read-events.ts';
import { readTenantEvents } from './use-cases/read-tenant-events.ts';
import { replayDeliveries } from './use-cases/replay-deliveries.ts';
import { resumeWebhook } from './use-cases/resume-webhook.ts';
import { sendTestEvent } from './use-cases/send-test-event.ts';
import { showWebhookFigures } from './use-cases/show-webhook-figures.ts';

@Controller()
export class WebhookDeliveryController {
  readonly #service: WebhookDeliveryService;
  constructor(@Inject(SERVICE) service: WebhookDeliveryService) {
    this.#service = service;
  }

  @Handles(account.events)
  async events(input: InputOf<typeof account.events>, context: CallContext) {
    return readEvents(this.#service, input, context);
  }

  @Handles(live.liveEvents)
  async liveEvents(input: InputOf<typeof live.liveEvents>, context: CallContext) {
    return readTenantEvents(this.#service, input, context);
  }

  @Handles(figures.showWebhookFigures)
  async showWebhookFigures(input: InputOf<typeof figures.showWebhookFigures>, context: CallContext) {
    return showWebhookFigures(this.#service, input, context);
  }

  @Handles(deliveries.listDeliveries)
  async listDeliveries(input: InputOf<typeof deliveries.listDeliveries>) {
    return listDeliveries(this.#service, input);
  }

  @Handles(deliveries.getDelivery)
  async getDelivery(input: InputOf<typeof deliveries.getDelivery>) {
    return getDelivery(this.#service, input);
  }

  @Handles(deliveries.replayDeliveries)
  async replayDeliveries(input: InputOf<typeof deliveries.replayDeliveries>) {
    return replayDeliveries(this.#service, input);
  }

  @Handles(deliveries.sendTestEvent)
  async sendTestEvent(input: InputOf<typeof deliveries.sendTestEvent>) {
    return sendTestEvent(this.#service, input);
  }

  @Handles(erasure.erasePerson['webhook-delivery'])
  async erasePerson(input: InputOf<(typeof erasure.erasePerson)['webhook-delivery']>) {
    return erasePerson(this.#service, input);
  }

  @Handles(erasure.eraseTenantData['webhook-delivery'])
  async eraseTenantData(input: InputOf<(typeof erasure.eraseTenantData)['webhook-delivery']>) {
    return eraseTenantData(this.#service, input);
  }

  @Handles(webhooks.getWebhook)
  async getWebhook(input: InputOf<typeof webhooks.getWebhook>) {
    return getWebhook(this.#service, input);
  }

  @Handles(webhooks.pauseWebhook)
  async pauseWebhook(input: InputOf<typeof webhooks.pauseWebhook>) {
    return pauseWebhook(this.#service, input);
  }

  @Handles(webhooks.resumeWebhook)
  async resumeWebhook(input: InputOf<typeof webhooks.resumeWebhook>) {
    return resumeWebhook(this.#service, input);
  }

  @Handles(deliveries.listPlatformDeliveries)
  async listPlatformDeliveries(input: InputOf<typeof deliveries.listPlatformDeliveries>) {
    return listDeliveries(this.#service, input);
  }

  @Handles(deliveries.getPlatformDelivery)
  async getPlatformDelivery(input: InputOf<typeof deliveries.getPlatformDelivery>) {
    return getDelivery(this.#service, input);
  }

  @Handles(deliveries.replayPlatformDeliveries)
  async replayPlatformDeliveries(input: InputOf<typeof deliveries.replayPlatformDeliveries>) {
    return replayDeliveries(this.#service, input);
  }

  @Handles(platform.checkPlatformWebhook)
  async checkPlatformWebhook(input: InputOf<typeof platform.checkPlatformWebhook>) {
    return getWebhook(this.#service, input);
  }

  @Handles(platform.checkTenantPlatformWebhook)
  async checkTenantPlatformWebhook(input: InputOf<typeof platform.checkTenantPlatformWebhook>) {
    return getWebhook(this.#service, input);
  }

  @Handles(platform.testPlatformWebhook)
  async testPlatformWebhook(input: InputOf<typeof platform.testPlatformWebhook>) {
    return sendTestEvent(this.#service, input);
  }

  @Handles(platform.testTenantPlatformWebhook)
  async testTenantPlatformWebhook(input: InputOf<typeof platform.testTenantPlatformWebhook>) {
    return sendTestEvent(this.#service, input);
  }

  @Handles(platform.pausePlatformWebhook)
  async pausePlatformWebhook(input: InputOf<typeof platform.pausePlatformWebhook>) {
    return pauseWebhook(this.#service, input);
  }

  @Handles(platform.pauseTenantPlatformWebhook)
  async pauseTenantPlatformWebhook(input: InputOf<typeof platform.pauseTenantPlatformWebhook>) {
    return pauseWebhook(this.#service, input);
  }

  @Handles(platform.resumePlatformWebhook)
  async resumePlatformWebhook(input: InputOf<typeof platform.resumePlatformWebhook>) {
    return resumeWebhook(this.#service, input);
  }

  @Handles(platform.resumeTenantPlatformWebhook)
  async resumeTenantPlatformWebhook(input: InputOf<typeof platform.resumeTenantPlatformWebhook>) {
    return resumeWebhook(this.#service, input);
  }

  @Handles(lanes.listStuckLanes)
  async listStuckLanes(input: InputOf<typeof lanes.listStuckLanes>) {
    return listStuckLanes(this.#service, input);
  }

  @Handles(lanes.resumeLane)
  async resumeLane(input: InputOf<typeof lanes.resumeLane>) {
    return resumeWebhook(this.#service, input);
  }
}
