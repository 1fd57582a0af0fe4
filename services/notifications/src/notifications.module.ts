import { type DynamicModule, Module } from '@nestjs/common';
import { NotificationsController } from './notifications.controller.ts';
import { type NotificationsParts, openNotificationsService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class NotificationsModule {}

/** The notifications service: who is notified of what happens by e-mail and SMS, and how. Wiring only. */
export function makeNotificationsModule(parts: NotificationsParts): DynamicModule {
  const service = openNotificationsService(parts);
  return {
    module: NotificationsModule,
    controllers: [NotificationsController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
