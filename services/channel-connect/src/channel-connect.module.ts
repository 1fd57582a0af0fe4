import { type DynamicModule, Module } from '@nestjs/common';
import { ChannelConnectController } from './channel-connect.controller.ts';
import { type ChannelConnectParts, makeUseCases, USE_CASES } from './compose.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class ChannelConnectModule {}

/** The channel-connect service: connect links, bots, wa numbers, template lists, disconnecting, tokens. Wiring only. */
export function makeChannelConnectModule(parts: ChannelConnectParts): DynamicModule {
  const useCases = makeUseCases(parts);
  return {
    module: ChannelConnectModule,
    controllers: [ChannelConnectController],
    providers: [{ provide: USE_CASES, useValue: useCases }, ...makeWorkers(useCases, parts)],
  };
}
