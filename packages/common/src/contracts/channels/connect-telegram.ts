import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';

/** Connect a Telegram bot by its token (docs/reference/channels.md#telegram-bots). */
export const connectTelegram = defineAction({
  service: 'channel-connect',
  name: 'connect-telegram',
  method: 'POST',
  tag: 'channels',
  summary: 'Connect a Telegram bot',
  description:
    'Connects a Telegram bot (tg) by the token that @BotFather gives, and sets its webhook at Telegram. Connecting the same bot again replaces its token. A token that Telegram refuses is invalid_bot_token.',
  input: z.object({ bot_token: line(256) }),
  output: z.object({
    ok: z.literal(true),
    channel: z.literal('tg'),
    status: z.literal('connected'),
    bot_username: z.string(),
  }),
  errors: [
    'channel_not_allowed',
    'invalid_bot_token',
    'already_connected',
    'telegram_error',
    'provider_timeout',
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
  channel: 'tg',
  deadlineMs: 50_000,
});
