import { type DynamicModule, Module } from '@nestjs/common';
import { ChannelConnectController } from './channel-connect.controller.ts';
import { type ChannelConnectParts, openChannelConnectService, SERVICE } from './service.ts';
import { makeWorkers } from './workers.ts';

@Module({})
class ChannelConnectModule {}

/** The channel-connect service: connect links, bots, wa numbers, template lists, disconnecting, tokens. Wiring only. */
export function makeChannelConnectModule(parts: ChannelConnectParts): DynamicModule {
  const service = openChannelConnectService(parts);
  return {
    module: ChannelConnectModule,
    controllers: [ChannelConnectController],
    providers: [{ provide: SERVICE, useValue: service }, ...makeWorkers(service)],
  };
}
