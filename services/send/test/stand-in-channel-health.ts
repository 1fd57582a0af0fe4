import { Controller } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { refreshChannelToken, reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import type { InputOf } from '@parley/common/define-contract';

/** A stand-in for services/channel-connect. */
export interface ChannelHealth {
  reportBroken(input: InputOf<typeof reportBrokenChannel>): Promise<void>;
  refresh(input: InputOf<typeof refreshChannelToken>): Promise<boolean>;
}

/** A module that puts the stand-in on the bus. */
export function makeHealthModule({ reportBroken, refresh }: ChannelHealth) {
  @Controller()
  class HealthController {
    @Handles(reportBrokenChannel)
    async reportBroken(input: InputOf<typeof reportBrokenChannel>) {
      await reportBroken(input);
      return { disconnected: true };
    }

    @Handles(refreshChannelToken)
    async refresh(input: InputOf<typeof refreshChannelToken>) {
      return { refreshed: await refresh(input) };
    }
  }
  return { module: class HealthModule {}, controllers: [HealthController] };
}
