import { z } from 'zod';
import { defineControl, nothing } from '../../../control/define-control.ts';
import { THREAD_OWNERS } from '../state/thread.ts';

/** Threads that several apps share. */
export const THREAD_CONTROLS = {
  /** Another app of the account hands a thread over, takes it, or lets it go; the webhook follows. */
  setThread: defineControl({
    method: 'PUT',
    path: '/threads',
    input: z.object({
      channel: z.enum(['wa', 'fb', 'ig']),
      account: z.string().optional(),
      /** Digits of the person. */
      to: z.string().regex(/^\d{1,32}$/),
      /** Seen from the app of the deployment. */
      owner: z.enum(THREAD_OWNERS),
      /** Whether the app may take the thread: as escalation partner (wa), or as default app of the page (fb, ig). */
      may_take: z.boolean().default(false),
      /** false: no webhook follows, as when the thread becomes idle. */
      reports: z.boolean().default(true),
      /** wa */
      role: z.string().optional(),
      previous_role: z.string().optional(),
      summary: z.string().optional(),
      metadata: z.string().optional(),
      at: z.iso.datetime().optional(),
    }),
    output: nothing,
  }),
};
