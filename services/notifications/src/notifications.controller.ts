import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import type { CallContext } from '@parley/common/call-context';
import * as push from '@parley/common/contracts/console/push';
import * as erasure from '@parley/common/contracts/internal/erase-data';
import * as pages from '@parley/common/contracts/internal/recipient-page';
import * as mail from '@parley/common/contracts/internal/send-account-mail';
import * as operator from '@parley/common/contracts/operator/recipients';
import * as system from '@parley/common/contracts/operator/system';
import type { InputOf } from '@parley/common/define-contract';
import { type NotificationsService, SERVICE } from './service.ts';
import { confirmAddress } from './use-cases/confirm-address.ts';
import { confirmRecipient } from './use-cases/confirm-recipient.ts';
import { createRecipient } from './use-cases/create-recipient.ts';
import { deletePushSubscription } from './use-cases/delete-push-subscription.ts';
import { eraseTenantData } from './use-cases/erase-tenant-data.ts';
import { getNotificationSettings } from './use-cases/get-notification-settings.ts';
import { getPushKey } from './use-cases/get-push-key.ts';
import { listNotifications } from './use-cases/list-notifications.ts';
import { listRecipients } from './use-cases/list-recipients.ts';
import { removeRecipient } from './use-cases/remove-recipient.ts';
import { sendAccountMail } from './use-cases/send-account-mail.ts';
import { setPushSubscription } from './use-cases/set-push-subscription.ts';
import { showSystem } from './use-cases/show-system.ts';
import { unsubscribe } from './use-cases/unsubscribe.ts';
import { updateNotificationSettings } from './use-cases/update-notification-settings.ts';
import { updateRecipient } from './use-cases/update-recipient.ts';

const { tenantRecipients, operatorRecipients } = operator;

@Controller()
export class NotificationsController {
  readonly #service: NotificationsService;
  constructor(@Inject(SERVICE) service: NotificationsService) {
    this.#service = service;
  }

  @Handles(tenantRecipients.create)
  async create(input: InputOf<typeof tenantRecipients.create>) {
    return createRecipient(this.#service, input);
  }

  @Handles(tenantRecipients.list)
  async list(input: InputOf<typeof tenantRecipients.list>) {
    return listRecipients(this.#service, input);
  }

  @Handles(tenantRecipients.update)
  async update(input: InputOf<typeof tenantRecipients.update>) {
    return updateRecipient(this.#service, input);
  }

  @Handles(tenantRecipients.remove)
  async remove(input: InputOf<typeof tenantRecipients.remove>) {
    return removeRecipient(this.#service, input);
  }

  @Handles(tenantRecipients.confirm)
  async confirm(input: InputOf<typeof tenantRecipients.confirm>) {
    return confirmRecipient(this.#service, input);
  }

  @Handles(operatorRecipients.create)
  async createOperator(input: InputOf<typeof operatorRecipients.create>) {
    return createRecipient(this.#service, input);
  }

  @Handles(operatorRecipients.list)
  async listOperators(input: InputOf<typeof operatorRecipients.list>) {
    return listRecipients(this.#service, input);
  }

  @Handles(operatorRecipients.update)
  async updateOperator(input: InputOf<typeof operatorRecipients.update>) {
    return updateRecipient(this.#service, input);
  }

  @Handles(operatorRecipients.remove)
  async removeOperator(input: InputOf<typeof operatorRecipients.remove>) {
    return removeRecipient(this.#service, input);
  }

  @Handles(operatorRecipients.confirm)
  async confirmOperator(input: InputOf<typeof operatorRecipients.confirm>) {
    return confirmRecipient(this.#service, input);
  }

  @Handles(operator.listNotifications)
  async listNotifications(input: InputOf<typeof operator.listNotifications>) {
    return listNotifications(this.#service, input);
  }

  @Handles(operator.listOperatorNotifications)
  async listOperatorNotifications(input: InputOf<typeof operator.listOperatorNotifications>) {
    return listNotifications(this.#service, input);
  }

  @Handles(operator.getNotificationSettings)
  async getNotificationSettings(input: InputOf<typeof operator.getNotificationSettings>) {
    return getNotificationSettings(this.#service, input);
  }

  @Handles(operator.updateNotificationSettings)
  async updateNotificationSettings(input: InputOf<typeof operator.updateNotificationSettings>) {
    return updateNotificationSettings(this.#service, input);
  }

  @Handles(push.getPushKey)
  async getPushKey(_input: InputOf<typeof push.getPushKey>) {
    return getPushKey(this.#service);
  }

  @Handles(push.setPushSubscription)
  async setPushSubscription(input: InputOf<typeof push.setPushSubscription>, context: CallContext) {
    return setPushSubscription(this.#service, input, context);
  }

  @Handles(push.deletePushSubscription)
  async deletePushSubscription(input: InputOf<typeof push.deletePushSubscription>, context: CallContext) {
    return deletePushSubscription(this.#service, input, context);
  }

  @Handles(system.showSystem)
  async showSystem(_input: InputOf<typeof system.showSystem>) {
    return showSystem(this.#service);
  }

  @Handles(pages.confirmAddress)
  async confirmAddress(input: InputOf<typeof pages.confirmAddress>) {
    return confirmAddress(this.#service, input);
  }

  @Handles(pages.unsubscribe)
  async unsubscribe(input: InputOf<typeof pages.unsubscribe>) {
    return unsubscribe(this.#service, input);
  }

  @Handles(mail.sendAccountMail)
  async sendAccountMail(input: InputOf<typeof mail.sendAccountMail>) {
    return sendAccountMail(this.#service, input);
  }

  @Handles(erasure.eraseTenantData.notifications)
  async eraseTenantData(input: InputOf<typeof erasure.eraseTenantData.notifications>) {
    return eraseTenantData(this.#service, input);
  }
}
