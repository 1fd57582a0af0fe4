import { z } from 'zod';
import { GraphId, TokenAnswer } from '../graph/page-answers.ts';
import { listOf, objectOf, textOf } from '../http/json-walk.ts';

/** The permissions of an answer: a list, or comma-separated; null when it names none. */
function permissionsOf(given: unknown): string[] | null {
  const named = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : textOf(given)?.split(',');
  return named === undefined || named.length === 0 ? null : named.map((name) => name.trim());
}

/**
 * The answer with a short token: documented inside a list, in practice flat. Its `user_id` may be a number beyond what
 * JSON keeps, so that `/me` names the account (docs/reference/ig.md#instagram-login).
 */
export const ShortTokenAnswer = z.looseObject({}).transform((answer, context) => {
  const [first] = listOf(answer.data);
  const { access_token: accessToken, permissions } = first === undefined ? answer : objectOf(first);
  const token = textOf(accessToken);
  if (token === null || token === '') {
    context.addIssue({ code: 'custom', message: 'no access_token' });
    return z.NEVER;
  }
  return { accessToken: token, permissions: permissionsOf(permissions) };
});

/** A token of 60 days. */
export const LongTokenAnswer = TokenAnswer.extend({ expires_in: z.coerce.number().int().positive() });

/** The account of a token: `user_id` is the professional account, `id` is its id in the app. */
export const OwnAccount = z
  .looseObject({
    id: GraphId,
    user_id: GraphId,
    username: z.string().nullish().catch(null),
    name: z.string().nullish().catch(null),
  })
  .transform(({ id, user_id: userId, username, name }) => ({
    userId,
    appScopedId: id,
    username: username ?? null,
    name: name ?? null,
  }));

/** The error of the host that exchanges codes, which has no `error` object. */
export const OauthError = z.looseObject({
  error_message: z.string(),
  code: z.number().nullable().catch(null).default(null),
});
