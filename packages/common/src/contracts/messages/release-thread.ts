import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { TELLS } from '../../contract/audit-values.ts';
import { defineAction } from '../../define-contract.ts';
import { THREAD_ERRORS, THREAD_FIELDS, ThreadAnswer } from './thread-fields.ts';

/** Release a thread (docs/reference/threads.md#acts). */
export const releaseThread = defineAction({
  service: 'send',
  name: 'release-thread',
  method: 'POST',
  tag: 'messages',
  sdk: 'conversations.releaseThread',
  mcp: 'sets',
  reference: 'docs/reference/threads.md#acts',
  summary: 'Release a thread',
  description:
    'Releases the thread with a person: the platform decides again which app gets their next message. No other app may have the thread.',
  input: z.object({
    ...THREAD_FIELDS,
  }),
  output: ThreadAnswer,
  errors: THREAD_ERRORS,
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: { channel: Channel },
  example: {
    request: { channel: 'wa', to: '+16505550123' },
    answer: { ok: true, channel: 'wa', to: '+16505550123', thread_owner: 'idle' },
  },
  audit: { fields: ['channel'], change: TELLS },
});
