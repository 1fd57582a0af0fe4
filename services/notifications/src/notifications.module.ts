import { type DynamicModule, Module } from '@nestjs/common';
import { doorsOf, verb } from '@parley/bus/verb';
import {
  listNotifications as listNotificationsContract,
  listOperatorNotifications,
  operatorRecipients,
  tenantRecipients,
} from '@parley/common/contracts/operator/recipients';
import { eraseTenantData } from './erasure/erase-tenant-data.ts';
import { deletePushSubscription } from './push/delete-push-subscription.ts';
import { getPushKey } from './push/get-push-key.ts';
import { setPushSubscription } from './push/set-push-subscription.ts';
import { confirmAddress } from './recipients/confirm-address.ts';
import { confirmRecipient } from './recipients/confirm-recipient.ts';
import { createRecipient } from './recipients/create-recipient.ts';
import { listRecipients } from './recipients/list-recipients.ts';
import { removeRecipient } from './recipients/remove-recipient.ts';
import { unsubscribe } from './recipients/unsubscribe.ts';
import { updateRecipient } from './recipients/update-recipient.ts';
import { listNotifications } from './sending/list-notifications.ts';
import { sendAccountMail } from './sending/send-account-mail.ts';
import { type NotificationsParts, openNotificationsService, SERVICE } from './service.ts';
import { getNotificationSettings } from './settings/get-notification-settings.ts';
import { updateNotificationSettings } from './settings/update-notification-settings.ts';
import { showSystem } from './system/show-system.ts';
import { makeWorkers } from './workers.ts';

/** Verbs of the service. */
export const VERBS = [
  verb(tenantRecipients.create, createRecipient),
  verb(tenantRecipients.list, listRecipients),
  verb(tenantRecipients.update, updateRecipient),
  verb(tenantRecipients.remove, removeRecipient),
  verb(tenantRecipients.confirm, confirmRecipient),
  verb(operatorRecipients.create, createRecipient),
  verb(operatorRecipients.list, listRecipients),
  verb(operatorRecipients.update, updateRecipient),
  verb(operatorRecipients.remove, removeRecipient),
  verb(operatorRecipients.confirm, confirmRecipient),
  verb(listNotificationsContract, listNotifications),
  verb(listOperatorNotifications, listNotifications),
  getNotificationSettings,
  updateNotificationSettings,
  getPushKey,
  setPushSubscription,
  deletePushSubscription,
  showSystem,
  confirmAddress,
  unsubscribe,
  sendAccountMail,
  eraseTenantData,
];

@Module({})
class NotificationsModule {}

/** The notifications service: who is notified of what happens by e-mail and SMS, and how. Wiring only. */
export function makeNotificationsModule(parts: NotificationsParts): DynamicModule {
  const service = openNotificationsService(parts);
  return {
    module: NotificationsModule,
    controllers: [doorsOf(SERVICE, VERBS)],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
