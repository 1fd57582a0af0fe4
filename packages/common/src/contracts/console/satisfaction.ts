import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';

/** Customers' answers to the question after a conversation was resolved (docs/reference/console.md#satisfaction). */
export const showSatisfaction = defineConsole({
  service: 'inbox',
  name: 'show-satisfaction',
  method: 'GET',
  summary: 'Answers to the satisfaction question',
  permission: 'usage.read',
  input: z.object({ days: z.int().min(1).max(92).default(30) }),
  output: z.object({
    asked: z.int().describe('Questions that were sent'),
    good: z.int(),
    middling: z.int(),
    bad: z.int(),
  }),
  errors: [],
});
