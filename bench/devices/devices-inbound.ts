import { Controller, Module } from '@nestjs/common';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { Handles } from '@parley/bus/handles';
import { type RunningService, startService } from '@parley/bus/process/start-service';
import { storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import type { InputOf } from '@parley/common/define-contract';
import type { Logger } from '@parley/runtime/logger';

/** Replaces services/inbound: accepts incoming messages of devices, and counts them. */
export async function startCountingInbound(
  carrier: Carrier,
  logger: Logger,
): Promise<{ service: RunningService; messages(): number }> {
  let messages = 0;
  @Controller()
  class InboundController {
    @Handles(storeDeviceItems)
    async store({ items }: InputOf<typeof storeDeviceItems>) {
      messages += items.filter(({ kind }) => kind === 'message').length;
      return { stored: items.length };
    }
  }
  @Module({ controllers: [InboundController] })
  class InboundModule {}
  const service = await startService({ name: 'inbound', carrier, logger, module: { module: InboundModule } });
  return { service, messages: () => messages };
}
