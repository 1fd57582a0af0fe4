import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { importDeviceMessages as importContract } from '@parley/common/contracts/internal/import-device-messages';
import * as callbacks from '@parley/common/contracts/internal/receive-callback';
import * as devices from '@parley/common/contracts/internal/store-device-items';
import * as quarantine from '@parley/common/contracts/operator/quarantine';
import type { InputOf } from '@parley/common/define-contract';
import { type InboundService, SERVICE } from './service.ts';
import { discardQuarantined } from './use-cases/discard-quarantined.ts';
import { getQuarantined } from './use-cases/get-quarantined.ts';
import { importDeviceMessages } from './use-cases/import-device-messages.ts';
import { listQuarantined } from './use-cases/list-quarantined.ts';
import { receiveCallback } from './use-cases/receive-callback.ts';
import { retryQuarantined } from './use-cases/retry-quarantined.ts';
import { storeDeviceItems } from './use-cases/store-device-items.ts';
import { verifySubscription } from './use-cases/verify-subscription.ts';

@Controller()
export class InboundController {
  readonly #service: InboundService;
  constructor(@Inject(SERVICE) service: InboundService) {
    this.#service = service;
  }

  @Handles(callbacks.receiveCallback)
  async receiveCallback(input: InputOf<typeof callbacks.receiveCallback>, context: CallContext) {
    return receiveCallback(this.#service, input, context);
  }

  @Handles(callbacks.verifySubscription)
  async verifySubscription(input: InputOf<typeof callbacks.verifySubscription>) {
    return verifySubscription(this.#service, input);
  }

  @Handles(devices.storeDeviceItems)
  async storeDeviceItems(input: InputOf<typeof devices.storeDeviceItems>) {
    return storeDeviceItems(this.#service, input);
  }

  @Handles(importContract)
  async importDeviceMessages(input: InputOf<typeof importContract>) {
    return importDeviceMessages(this.#service, input);
  }

  @Handles(quarantine.listQuarantined)
  async listQuarantined(input: InputOf<typeof quarantine.listQuarantined>) {
    return listQuarantined(this.#service, input);
  }

  @Handles(quarantine.getQuarantined)
  async getQuarantined(input: InputOf<typeof quarantine.getQuarantined>) {
    return getQuarantined(this.#service, input);
  }

  @Handles(quarantine.retryQuarantined)
  async retryQuarantined(input: InputOf<typeof quarantine.retryQuarantined>, context: CallContext) {
    return retryQuarantined(this.#service, input, context);
  }

  @Handles(quarantine.discardQuarantined)
  async discardQuarantined(input: InputOf<typeof quarantine.discardQuarantined>) {
    return discardQuarantined(this.#service, input);
  }
}
