import { z } from 'zod';
import { defineControl, nothing } from '../../../control/define-control.ts';
import type { TakenSms } from '../state/sms-state.ts';

/** The SMS providers. */
export const SMS_CONTROLS = {
  sms: defineControl({ method: 'GET', path: '/sms-list', output: ({ sms }: { sms: TakenSms[] }) => sms }),
  behaveSms: defineControl({
    method: 'POST',
    path: '/sms/behaviour',
    input: z.object({
      behaviour: z.enum(['take', 'busy', 'fail', 'refuse', 'silent']),
      count: z.int().min(1).max(10_000).optional(),
    }),
    output: nothing,
  }),
};
