import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { TELLS } from '../../contract/audit-values.ts';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';
import { THREAD_ERRORS, THREAD_FIELDS, ThreadAnswer, ThreadNote } from './thread-fields.ts';

/** Pass a thread to another app (docs/reference/threads.md#acts). */
export const passThread = defineAction({
  service: 'send',
  name: 'pass-thread',
  method: 'POST',
  tag: 'messages',
  sdk: 'conversations.passThread',
  mcp: 'sets',
  reference: 'docs/reference/threads.md#acts',
  summary: 'Pass a thread to another app',
  description:
    'Passes the thread with a person to another app: on wa to a role, on fb and ig to an app or to the inbox of the page. This app must have the thread. After `provider_timeout` look at `thread_owner` first: the thread may have been passed.',
  input: z.object({
    ...THREAD_FIELDS,
    target: line(64)
      .optional()
      .describe(
        'wa: a role (ai_agent, ctwa, customer_service, escalation, marketing, utility; default escalation); fb, ig: the id of an app (default: the inbox at Meta)',
      ),
    metadata: ThreadNote,
  }),
  output: ThreadAnswer,
  errors: THREAD_ERRORS,
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: { channel: Channel },
  example: {
    request: { channel: 'wa', to: '+16505550123', target: 'customer_service', metadata: 'Wants an invoice.' },
    answer: { ok: true, channel: 'wa', to: '+16505550123', thread_owner: 'theirs' },
  },
  audit: { fields: ['channel'], change: TELLS },
});
