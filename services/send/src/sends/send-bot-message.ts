import { verb } from '@parley/bus/verb';
import { sendBotMessage as contract } from '@parley/common/contracts/internal/send-bot-message';
import type { SendService } from '../service.ts';
import { sendAutomatic } from './send-automatic.steps.ts';

/** Sends a message of a bot: turn and part identify it, because its text is stored before it is sent. */
export const sendBotMessage = verb(
  contract,
  async (service: SendService, { tenantId, conversationId, part, message: text, epoch, facts }, context) => {
    const key = `bot-${facts.turn_id}${part === 1 ? '' : `-${part}`}`;
    return sendAutomatic(service, { tenantId, conversationId, text, key, bot: { epoch, facts } }, context);
  },
);
