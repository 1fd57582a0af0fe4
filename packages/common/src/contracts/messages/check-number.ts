import { z } from 'zod';
import { Channel } from '../../channels.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { line, PhoneNumber } from '../../fields.ts';
import { ACT_ERRORS } from '../act-errors.ts';

/** Numbers of one request. */
export const MAX_CHECKED_NUMBERS = 50;

/** Whether numbers are on the network (docs/reference/sends.md#number-checks). */
export const checkNumber = defineAction({
  service: 'send',
  name: 'check-number',
  method: 'POST',
  tag: 'messages',
  sdk: 'numbers.check',
  mcp: 'reads',
  reference: 'docs/reference/sends.md#acts',
  summary: 'Look up whether numbers are on the network',
  description:
    'Returns for up to 50 phone numbers whether they are on WhatsApp, and the `to` of a send to each. Only linked phones (wd) can look numbers up. An account looks up 50 at once and then one a second; more is rate_limited.',
  input: z.object({
    channel: Channel,
    numbers: z
      .union([PhoneNumber, z.array(PhoneNumber).min(1).max(MAX_CHECKED_NUMBERS)])
      .describe(`One number, or a list of at most ${MAX_CHECKED_NUMBERS}`),
    from: line(200)
      .optional()
      .describe('The account that looks them up: its id, number or label. Default: the first of the channel'),
  }),
  output: z.object({
    ok: z.literal(true),
    channel: Channel,
    numbers: z.array(
      z.object({
        number: z.string(),
        exists: z.boolean(),
        to: z.string().nullable().describe('The recipient for a send; null if the number is not on the network'),
      }),
    ),
  }),
  errors: ['rate_limited', ...ACT_ERRORS],
  channelField: 'channel',
  deadlineMs: 25_000,
  logged: { channel: Channel },
  example: {
    request: { channel: 'wd', numbers: ['+16505551234'] },
    answer: {
      ok: true,
      channel: 'wd',
      numbers: [{ number: '+16505551234', exists: true, to: '+16505551234' }],
    },
  },
  audit: { fields: ['channel'], change: unlogged('asks the network something') },
});
