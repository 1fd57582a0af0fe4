import { type DynamicModule, Module } from '@nestjs/common';
import { makeUseCases, type NotificationsParts, USE_CASES } from './compose.ts';
import { NotificationsController } from './notifications.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class NotificationsModule {}

/** The notifications service: who is notified of what happens by e-mail and SMS, and how. Wiring only. */
export function makeNotificationsModule(parts: NotificationsParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: NotificationsModule,
    controllers: [NotificationsController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
