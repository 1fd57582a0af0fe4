import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';

/**
 * A mail with a one-time link, over the mail server of the deployment. It is sent once and stored nowhere, since the link is a
 * secret; the caller learns whether the server took it.
 */
export const sendAccountMail = defineInternal({
  service: 'notifications',
  name: 'send-account-mail',
  input: z.object({
    kind: z.enum(['invitation', 'password_reset']),
    to: z.email().max(254),
    language: z.enum(['en', 'ar']),
    workspace: z.string().nullable().describe('Null: the deployment'),
    url: z.string().max(2048),
  }),
  output: z.object({ isTaken: z.boolean() }),
  errors: [],
  deadlineMs: 20_000,
});
