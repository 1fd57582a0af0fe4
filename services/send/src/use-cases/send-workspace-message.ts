import type { CallContext } from '@parley/common/call-context';
import type { sendWorkspaceMessage as contract } from '@parley/common/contracts/internal/send-workspace-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { sendAutomatic } from './send-automatic.ts';

/** Sends a message of a rule of the workspace, once for each key. */
export async function sendWorkspaceMessage(
  service: SendService,
  { message: text, ...rest }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  return sendAutomatic(service, { text, ...rest }, context);
}
