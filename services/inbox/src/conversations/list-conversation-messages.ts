import { verb } from '@parley/bus/verb';
import { listConversationMessages as contract } from '@parley/common/contracts/operator/conversations';
import { pageOfMessages } from './page-of-messages.steps.ts';

/** Newest first, from the end or around one message. Errors: unknown_tenant, unknown_conversation, invalid_cursor. */
export const listConversationMessages = verb(contract, pageOfMessages);
