import { z } from 'zod';
import { made } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';

/** Connect a Telegram bot by its token (docs/reference/channels.md#telegram-bots). */
export const connectTelegram = defineAction({
  service: 'channel-connect',
  name: 'connect-telegram',
  method: 'POST',
  tag: 'channels',
  sdk: 'channels.connectTelegram',
  mcp: 'sets',
  reference: 'docs/reference/channels.md#telegram-bots',
  summary: 'Connect a Telegram bot',
  description:
    'Connects a Telegram bot (tg) with the token from @BotFather, and sets its webhook at Telegram. Connecting the same bot again replaces its token. A token that Telegram refuses is invalid_bot_token.',
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
    ...IDEMPOTENCY_ERRORS,
  ],
  channel: 'tg',
  deadlineMs: 50_000,
  logged: {},
  example: {
    request: { bot_token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw' },
    answer: { ok: true, channel: 'tg', status: 'connected', bot_username: 'acme_bot' },
  },
  audit: { fields: ['ok', 'channel', 'status', 'bot_username'], change: made() },
});
