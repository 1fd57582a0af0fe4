import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { ACT_FIELDS, TELLS } from '../../contract/audit-values.ts';
import { AT } from '../../contract/example-values.ts';
import { ON_MESSAGE } from '../../contract/logged-values.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, MessageId, MessageRef } from '../../fields.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Delete a message that the account sent, for everyone (docs/reference/sends.md#deletions). */
export const deleteMessage = defineAction({
  service: 'send',
  name: 'delete-message',
  method: 'POST',
  tag: 'messages',
  sdk: 'messages.delete',
  mcp: 'removes',
  reference: 'docs/reference/sends.md#acts',
  summary: 'Delete a sent message for everyone',
  description:
    'Deletes a message that the account sent, for everyone in the conversation. Platforms allow it for about two days. Repeating it is safe. On a channel without deletions it is unsupported_content.',
  input: z.object({ channel: Channel, message_id: MessageRef.describe('A message that the account sent') }),
  output: z.object({ ok: z.literal(true), channel: Channel, message_id: MessageId, deleted_at: Instant }),
  errors: ['unknown_message', ...ACT_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: ON_MESSAGE,
  example: {
    request: { channel: 'tg', message_id: '10' },
    answer: { ok: true, channel: 'tg', message_id: '10', deleted_at: AT },
  },
  audit: { fields: ACT_FIELDS, change: TELLS },
});
