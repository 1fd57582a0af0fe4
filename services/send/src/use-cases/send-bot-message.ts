import type { CallContext } from '@parley/common/call-context';
import type { sendBotMessage as contract } from '@parley/common/contracts/internal/send-bot-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { sendAutomatic } from './send-automatic.ts';

/** Sends a message of a bot: turn and part identify it, because its text is stored before it is sent. */
export async function sendBotMessage(
  service: SendService,
  { tenantId, conversationId, part, message: text, epoch, facts }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const key = `bot-${facts.turn_id}${part === 1 ? '' : `-${part}`}`;
  return sendAutomatic(service, { tenantId, conversationId, text, key, bot: { epoch, facts } }, context);
}
