import { type DynamicModule, Module } from '@nestjs/common';
import { InboxController } from './inbox.controller.ts';
import { type InboxParts, openInboxService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class InboxModule {}

/** The inbox service: conversations as people see them, search, erasure, retention. Wiring only. */
export function makeInboxModule(parts: InboxParts): DynamicModule {
  const service = openInboxService(parts);
  return {
    module: InboxModule,
    controllers: [InboxController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
