import { type DynamicModule, Module } from '@nestjs/common';
import { type InboxParts, makeUseCases, USE_CASES } from './compose.ts';
import { InboxController } from './inbox.controller.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class InboxModule {}

/** The inbox service: conversations as people see them, search, erasure, retention. Wiring only. */
export function makeInboxModule(parts: InboxParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: InboxModule,
    controllers: [InboxController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
