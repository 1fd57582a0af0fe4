import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText, Language } from '../../fields.ts';

/**
 * A mail with a one-time link, over the mail server of the deployment. It is sent once and never stored, since the link
 * is a secret; returns whether the server accepted it.
 */
export const sendAccountMail = defineInternal({
  service: 'notifications',
  name: 'send-account-mail',
  input: z.object({
    kind: z.enum(['invitation', 'password_reset']),
    to: z.email().max(254),
    language: Language,
    workspace: BusText.nullable().describe('Null: the deployment'),
    url: z.string().max(2048),
  }),
  output: z.object({ isTaken: z.boolean() }),
  errors: [],
  deadlineMs: 20_000,
});
