import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { TELLS } from '../../contract/audit-values.ts';
import { defineAction } from '../../define-contract.ts';
import { THREAD_ERRORS, THREAD_FIELDS, ThreadAnswer, ThreadNote } from './thread-fields.ts';

/** Take a thread from another app (docs/reference/threads.md#acts). */
export const takeThread = defineAction({
  service: 'send',
  name: 'take-thread',
  method: 'POST',
  tag: 'messages',
  sdk: 'conversations.takeThread',
  mcp: 'sets',
  reference: 'docs/reference/threads.md#acts',
  summary: 'Take a thread from another app',
  description:
    'Takes the thread with a person from the app that has it, so that this app may answer. Platforms allow it to the default app of a page (fb, ig) and to the escalation partner of a number (wa): else their refusal is the error.',
  input: z.object({
    ...THREAD_FIELDS,
    metadata: ThreadNote,
  }),
  output: ThreadAnswer,
  errors: THREAD_ERRORS,
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: { channel: Channel },
  example: {
    request: { channel: 'wa', to: '+16505550123' },
    answer: { ok: true, channel: 'wa', to: '+16505550123', thread_owner: 'ours' },
  },
  audit: { fields: ['channel'], change: TELLS },
});
