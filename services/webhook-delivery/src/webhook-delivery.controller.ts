import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import {
  getDelivery,
  listDeliveries,
  replayDeliveries,
  sendTestEvent,
} from '@parley/common/contracts/operator/deliveries';
import type { InputOf } from '@parley/common/define-contract';
import type { ManageDeliveries } from './use-cases/manage-deliveries.ts';

export const MANAGE_DELIVERIES = Symbol('manage deliveries');

@Controller()
export class WebhookDeliveryController {
  constructor(@Inject(MANAGE_DELIVERIES) private readonly deliveries: ManageDeliveries) {}

  @Handles(listDeliveries)
  list(input: InputOf<typeof listDeliveries>) {
    return this.deliveries.list(input);
  }

  @Handles(getDelivery)
  show(input: InputOf<typeof getDelivery>) {
    return this.deliveries.show(input);
  }

  @Handles(replayDeliveries)
  replay(input: InputOf<typeof replayDeliveries>) {
    return this.deliveries.replay(input);
  }

  @Handles(sendTestEvent)
  test(input: InputOf<typeof sendTestEvent>) {
    return this.deliveries.test(input);
  }
}
