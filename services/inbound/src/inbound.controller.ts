import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import { receiveCallback, verifySubscription } from '@parley/common/contracts/internal/receive-callback';
import { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import {
  discardQuarantined,
  getQuarantined,
  listQuarantined,
  retryQuarantined,
} from '@parley/common/contracts/operator/quarantine';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class InboundController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(receiveCallback)
  async receiveCallback(input: InputOf<typeof receiveCallback>, context: CallContext) {
    return this.#do.receiveCallback(input, context);
  }

  @Handles(storeDeviceItems)
  async storeDeviceItems(input: InputOf<typeof storeDeviceItems>) {
    return this.#do.storeDeviceItems(input);
  }

  @Handles(verifySubscription)
  async verifySubscription(input: InputOf<typeof verifySubscription>) {
    return this.#do.verifySubscription(input);
  }

  @Handles(listQuarantined)
  async listQuarantined(input: InputOf<typeof listQuarantined>) {
    return this.#do.quarantine.list(input);
  }

  @Handles(getQuarantined)
  async getQuarantined(input: InputOf<typeof getQuarantined>) {
    return this.#do.quarantine.show(input);
  }

  @Handles(retryQuarantined)
  async retryQuarantined(input: InputOf<typeof retryQuarantined>, context: CallContext) {
    return this.#do.quarantine.retry(input, context);
  }

  @Handles(discardQuarantined)
  async discardQuarantined(input: InputOf<typeof discardQuarantined>) {
    return this.#do.quarantine.discard(input);
  }
}
