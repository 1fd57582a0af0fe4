import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { confirmAddress, unsubscribe } from '@parley/common/contracts/internal/recipient-page';
import { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import {
  getNotificationSettings,
  listNotifications,
  listOperatorNotifications,
  operatorRecipients,
  tenantRecipients,
  updateNotificationSettings,
} from '@parley/common/contracts/operator/recipients';
import { showSystem } from '@parley/common/contracts/operator/system';
import type { InputOf } from '@parley/common/define-contract';
import { USE_CASES, type UseCases } from './compose.ts';

@Controller()
export class NotificationsController {
  readonly #do: UseCases;
  constructor(@Inject(USE_CASES) useCases: UseCases) {
    this.#do = useCases;
  }

  @Handles(tenantRecipients.create)
  async create({ slug, ...input }: InputOf<typeof tenantRecipients.create>) {
    return this.#do.createRecipient(await this.#do.tenantOf(slug), input);
  }

  @Handles(tenantRecipients.list)
  async list({ slug, ...query }: InputOf<typeof tenantRecipients.list>) {
    return this.#do.recipients.list(await this.#do.tenantOf(slug), query);
  }

  @Handles(tenantRecipients.update)
  async update({ slug, ...input }: InputOf<typeof tenantRecipients.update>) {
    return this.#do.recipients.update(await this.#do.tenantOf(slug), input);
  }

  @Handles(tenantRecipients.remove)
  async remove({ slug, id }: InputOf<typeof tenantRecipients.remove>) {
    return this.#do.recipients.remove(await this.#do.tenantOf(slug), id);
  }

  @Handles(tenantRecipients.confirm)
  async confirm({ slug, ...input }: InputOf<typeof tenantRecipients.confirm>) {
    return this.#do.recipients.confirm(await this.#do.tenantOf(slug), input);
  }

  @Handles(operatorRecipients.create)
  async createOperator(input: InputOf<typeof operatorRecipients.create>) {
    return this.#do.createRecipient(null, input);
  }

  @Handles(operatorRecipients.list)
  async listOperators(query: InputOf<typeof operatorRecipients.list>) {
    return this.#do.recipients.list(null, query);
  }

  @Handles(operatorRecipients.update)
  async updateOperator(input: InputOf<typeof operatorRecipients.update>) {
    return this.#do.recipients.update(null, input);
  }

  @Handles(operatorRecipients.remove)
  async removeOperator({ id }: InputOf<typeof operatorRecipients.remove>) {
    return this.#do.recipients.remove(null, id);
  }

  @Handles(operatorRecipients.confirm)
  async confirmOperator(input: InputOf<typeof operatorRecipients.confirm>) {
    return this.#do.recipients.confirm(null, input);
  }

  @Handles(listNotifications)
  async listNotifications({ slug, ...query }: InputOf<typeof listNotifications>) {
    return this.#do.listNotifications(await this.#do.tenantOf(slug), query);
  }

  @Handles(listOperatorNotifications)
  async listOperatorNotifications(query: InputOf<typeof listOperatorNotifications>) {
    return this.#do.listNotifications(null, query);
  }

  @Handles(getNotificationSettings)
  async settings({ slug }: InputOf<typeof getNotificationSettings>) {
    return this.#do.settings.view(await this.#do.tenantOf(slug));
  }

  @Handles(updateNotificationSettings)
  async updateSettings({ slug, ...input }: InputOf<typeof updateNotificationSettings>) {
    return this.#do.settings.update(await this.#do.tenantOf(slug), input);
  }

  @Handles(showSystem)
  async showSystem(_input: InputOf<typeof showSystem>) {
    return this.#do.showSystem();
  }

  @Handles(confirmAddress)
  async confirmAddress(input: InputOf<typeof confirmAddress>) {
    return this.#do.links.confirmAddress(input);
  }

  @Handles(unsubscribe)
  async unsubscribe(input: InputOf<typeof unsubscribe>) {
    return this.#do.links.unsubscribe(input);
  }

  @Handles(sendAccountMail)
  async sendAccountMail(input: InputOf<typeof sendAccountMail>) {
    return this.#do.sendAccountMail(input);
  }

  @Handles(eraseTenantData.notifications)
  async eraseTenantData(input: InputOf<(typeof eraseTenantData)['notifications']>) {
    return this.#do.eraseTenantData(input);
  }
}
