import { Controller } from '@nestjs/common';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { Handles } from '@parley/bus/handles';
import { startService } from '@parley/bus/process/start-service';
import type { CallContext } from '@parley/common/call-context';
import { refreshChannelToken, reportBrokenChannel } from '@parley/common/contracts/internal/channel-health';
import { sendPrivateReply } from '@parley/common/contracts/internal/send-private-reply';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { Logger } from '@parley/runtime/logger';

/** Stand-ins for services/send and services/channel-connect, with their calls and answers. */
export interface Neighbours {
  privateReplies: { input: InputOf<typeof sendPrivateReply>; context: CallContext }[];
  broken: InputOf<typeof reportBrokenChannel>[];
  refreshes: InputOf<typeof refreshChannelToken>[];
  sendPrivately(): Promise<OutputOf<typeof sendPrivateReply>>;
  refresh(input: InputOf<typeof refreshChannelToken>): Promise<{ refreshed: boolean }>;
  reset(): void;
}

export function makeNeighbours(): Neighbours {
  const answers = {
    sendPrivately: async () => ({ messageId: '77', conversationId: 5 }),
    refresh: async () => ({ refreshed: false }),
  };
  return {
    privateReplies: [],
    broken: [],
    refreshes: [],
    ...answers,
    reset() {
      Object.assign(this, answers, { privateReplies: [], broken: [], refreshes: [] });
    },
  };
}

/** Starts the stand-ins on the bus. */
export async function startNeighbours(neighbours: Neighbours, carrier: Carrier, logger: Logger) {
  @Controller()
  class SendController {
    @Handles(sendPrivateReply)
    async sendPrivately(input: InputOf<typeof sendPrivateReply>, context: CallContext) {
      neighbours.privateReplies.push({ input, context });
      return neighbours.sendPrivately();
    }
  }
  @Controller()
  class HealthController {
    @Handles(reportBrokenChannel)
    async reportBroken(input: InputOf<typeof reportBrokenChannel>) {
      neighbours.broken.push(input);
      return { disconnected: true };
    }

    @Handles(refreshChannelToken)
    async refresh(input: InputOf<typeof refreshChannelToken>) {
      neighbours.refreshes.push(input);
      return neighbours.refresh(input);
    }
  }
  const send = { module: class SendModule {}, controllers: [SendController] };
  const health = { module: class HealthModule {}, controllers: [HealthController] };
  const running = [
    await startService({ name: 'send', carrier, logger, module: send }),
    await startService({ name: 'channel-connect', carrier, logger, module: health }),
  ];
  return {
    async close() {
      for (const one of running) await one.close();
    },
  };
}
