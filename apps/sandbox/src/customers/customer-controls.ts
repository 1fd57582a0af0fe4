import { z } from 'zod';
import { toActResult } from '../control/act-answer.ts';
import { defineControl } from '../control/define-control.ts';
import type { Customer } from './customer.ts';
import type { ActOutcome } from './customer-acts.ts';
import { CustomerMessages } from './customer-message.ts';

const Person = z.object({ channel: z.enum(['wa', 'tg', 'fb', 'ig']), address: z.string().min(1).max(64) });
const actResult = (answer: ActOutcome) => toActResult(answer);

/** Simulated people on every channel except TikTok, and facts about them. */
export const CUSTOMER_CONTROLS = {
  customerWrites: defineControl({
    method: 'POST',
    path: '/customers/:channel/:address/messages',
    params: Person,
    input: CustomerMessages,
    output: actResult,
  }),
  customerReacts: defineControl({
    method: 'POST',
    path: '/customers/:channel/:address/reactions',
    params: Person,
    input: z.object({
      account: z.string().optional(),
      target: z.string().min(1),
      emoji: z.string().nullish(),
      at: z.iso.datetime({ offset: true }).optional(),
      times: z.int().min(1).max(100).optional(),
    }),
    output: actResult,
  }),
  describeCustomer: defineControl({
    method: 'PUT',
    path: '/customers/:channel/:address',
    params: Person,
    input: z.object({
      account: z.string().optional(),
      name: z.string().optional(),
      username: z.string().optional(),
      /** The time of the customer's last message; null: never. Moves the 24-hour window. */
      last_inbound_at: z.iso.datetime({ offset: true }).nullish(),
      /** wa: the id under which the network actually knows this number. */
      wa_id: z.string().regex(/^\d+$/).optional(),
      reach: z.enum(['ok', 'blocked', 'deactivated']).optional(),
      chat_type: z.enum(['private', 'group', 'supergroup']).optional(),
    }),
    output: ({ customer }: { customer: Customer }) => customer,
  }),
};
