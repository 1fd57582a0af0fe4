import { z } from 'zod';
import { defineControl, nothing } from '../../../control/define-control.ts';

const Id = z.string().regex(/^\d{5,20}$/);

const LoginInput = z.object({
  user_id: Id,
  app_scoped_id: Id.optional(),
  username: z.string().min(1).optional(),
  account_type: z.string().optional(),
  /** Whether the account may authorize the app. */
  tester: z.boolean().optional(),
  token_form: z.enum(['flat', 'data']).optional(),
  signs_with: z.enum(['instagram', 'meta']).optional(),
  refused_fields: z.array(z.string()).optional(),
  /** The reason for which the platform refuses its messages. */
  refusal: z.enum(['none', 'no_access', 'restricted', 'blocked']).optional(),
});
/** A change of an account with Instagram Login: given fields change, the others stay. */
export type LoginInput = z.output<typeof LoginInput>;

/** An account with Instagram Login as the sandbox shows it. */
export interface ShownLogin {
  user_id: string;
  app_scoped_id: string;
  username: string;
  /** Null if the app is not subscribed. */
  subscribed_fields: string[] | null;
}

/** Accounts with Instagram Login, and the decisions of their owners. */
export const INSTAGRAM_CONTROLS = {
  /** Adds or changes an account; an empty change shows it. */
  putLogin: defineControl({
    method: 'POST',
    path: '/accounts/ig-login',
    input: LoginInput,
    output: ({ account }: { account: ShownLogin }) => account,
  }),
  /** Makes the account's tokens older by this time. */
  ageLogin: defineControl({
    method: 'POST',
    path: '/accounts/ig-login/:id/age',
    input: z.object({ by_ms: z.int().min(0) }),
    output: nothing,
  }),
  /** Ends the account's tokens with code 190 and this subcode. */
  revokeLogin: defineControl({
    method: 'POST',
    path: '/accounts/ig-login/:id/revoke-token',
    input: z.object({ subcode: z.int().min(450).max(499).default(458) }),
    output: nothing,
  }),
  /** The owner removes the app, or asks for the deletion of the data: Instagram calls the application. */
  removeLogin: defineControl({
    method: 'POST',
    path: '/accounts/ig-login/:id/remove',
    input: z.object({
      call: z.enum(['deauthorize', 'data-deletion']),
      /** The secret of the signature. */
      secret: z.enum(['instagram', 'meta', 'forged']).default('instagram'),
      /** Which of the account's ids the call names. */
      names: z.enum(['id', 'user_id']).default('user_id'),
      age_ms: z.int().default(0),
    }),
    output: ({ status, body }: { status: number; body: unknown }) => ({ status, body }),
  }),
};
