import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { line, text } from '../../fields.ts';
import { HANDOVER_LIMITS, ThreadOwner } from '../../messages/thread-owner.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** The thread that an action is about. */
export const THREAD_FIELDS = {
  channel: Channel,
  to: line(200).describe('The person, as in a send; the account has a conversation with them'),
  from: line(200)
    .optional()
    .describe('The account: its id, number or label. Default: the account of the newest conversation with the person'),
};

export const ThreadNote = text(HANDOVER_LIMITS.metadata).optional().describe('A note for the other app');

export const ThreadAnswer = z.object({
  ok: z.literal(true),
  channel: Channel,
  to: z.string(),
  thread_owner: ThreadOwner.exclude(['unshared']).describe('The owner from now on'),
});

export const THREAD_ERRORS = ['no_existing_conversation', ...ACT_ERRORS] as const;
