import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { type CallContext, callerOf } from '@parley/common/call-context';
import { events } from '@parley/common/contracts/account/events';
import { erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import {
  getDelivery,
  listDeliveries,
  replayDeliveries,
  sendTestEvent,
} from '@parley/common/contracts/operator/deliveries';
import { getWebhook, pauseWebhook, resumeWebhook } from '@parley/common/contracts/operator/webhooks';
import type { InputOf } from '@parley/common/define-contract';
import { DELIVERY_ADMIN, type DeliveryAdmin } from './delivery-admin.ts';

@Controller()
export class WebhookDeliveryController {
  constructor(@Inject(DELIVERY_ADMIN) private readonly admin: DeliveryAdmin) {}

  @Handles(events)
  events(input: InputOf<typeof events>, context: CallContext) {
    const { tenant_id: tenantId, instance_id: instanceId } = callerOf(context);
    return this.admin.readEvents({ tenantId, instanceId }, input);
  }

  @Handles(listDeliveries)
  list(input: InputOf<typeof listDeliveries>) {
    return this.admin.deliveries.list(input);
  }

  @Handles(getDelivery)
  show(input: InputOf<typeof getDelivery>) {
    return this.admin.deliveries.show(input);
  }

  @Handles(replayDeliveries)
  replay(input: InputOf<typeof replayDeliveries>) {
    return this.admin.deliveries.replay(input);
  }

  @Handles(sendTestEvent)
  test(input: InputOf<typeof sendTestEvent>) {
    return this.admin.deliveries.test(input);
  }

  @Handles(erasePerson['webhook-delivery'])
  erasePerson(input: InputOf<(typeof erasePerson)['webhook-delivery']>) {
    return this.admin.eraseData.erasePerson(input);
  }

  @Handles(eraseTenantData['webhook-delivery'])
  eraseTenantData(input: InputOf<(typeof eraseTenantData)['webhook-delivery']>) {
    return this.admin.eraseData.eraseTenantData(input);
  }

  @Handles(getWebhook)
  webhook(input: InputOf<typeof getWebhook>) {
    return this.admin.webhooks.show(input);
  }

  @Handles(pauseWebhook)
  pause(input: InputOf<typeof pauseWebhook>) {
    return this.admin.webhooks.pause(input);
  }

  @Handles(resumeWebhook)
  resume(input: InputOf<typeof resumeWebhook>) {
    return this.admin.webhooks.resume(input);
  }
}
