import { verb } from '@parley/bus/verb';
import { sendWorkspaceMessage as contract } from '@parley/common/contracts/internal/send-workspace-message';
import type { SendService } from '../service.ts';
import { sendAutomatic } from './send-automatic.steps.ts';

/** Sends a message of a rule of the workspace, once for each key. */
export const sendWorkspaceMessage = verb(
  contract,
  async (service: SendService, { message: text, ...rest }, context) => {
    return sendAutomatic(service, { text, ...rest }, context);
  },
);
