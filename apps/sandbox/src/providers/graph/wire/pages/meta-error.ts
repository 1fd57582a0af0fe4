import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { graphError } from '../graph-error.ts';

/** HTTP status and message of the errors of pages and Instagram accounts, by code or `code/subcode`. */
const catalogue = new Map<string, [status: number, message: string]>([
  ['2', [500, 'An unexpected error has occurred. Please retry your request later.']],
  ['4', [403, '(#4) Application request limit reached']],
  ['10', [403, '(#10) Application does not have permission for this action']],
  [
    '10/2018278',
    [
      400,
      '(#10) This message is sent outside of allowed window. Learn more about the new policy here: https://developers.facebook.com/docs/messenger-platform/policy-overview',
    ],
  ],
  ['10/2534022', [400, '(#10) This message is sent outside of allowed window.']],
  ['10/1893063', [400, '(#10) Page is temporarily restricted from sending messages']],
  ['100/2018001', [400, '(#100) No matching user found']],
  ['100/2018008', [400, '(#100) Failed to fetch the file from the url.']],
  ['100/2018109', [400, '(#100) Attachment size exceeds allowable limit.']],
  ['100/2018074', [400, '(#100) Invalid attachment. No attachment found with the specified id.']],
  ['100/2534014', [400, '(#100) The requested user cannot be found.']],
  ['100/2534015', [400, '(#100) Message content is invalid.']],
  ['100/2534029', [400, '(#100) This account is blocked from using the API.']],
  ['200/2534041', [403, '(#200) The account owner has disabled access to Instagram direct messages.']],
  ['230', [403, '(#230) User consent is required to access user profile']],
  ['368', [400, 'The action attempted has been deemed abusive or is otherwise disallowed']],
  ['551/1545041', [400, "(#551) This person isn't available right now."]],
  ['613', [400, '(#613) Calls to this api have exceeded the rate limit.']],
  ['10900', [400, '(#10900) Activity already replied to']],
  ['10902', [400, '(#10902) This is not a Replyable activity']],
  ['10903', [400, '(#10903) This user cant reply to this activity']],
]);

const TOKEN_MESSAGES: Record<number, string> = {
  458: 'Error validating access token: The user has not authorized application.',
  459: 'Error validating access token: The user is enrolled in a blocking, logged-in checkpoint.',
  460: 'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  464: 'Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.',
  467: 'Error validating access token: The session is invalid because the user logged out.',
  492: 'Error validating access token: The user no longer has the required role on the Page.',
};

/** A Graph error of a page or Instagram account, with the catalogue's message unless one is given. */
export function metaError(
  code: number,
  given: { subcode?: number | undefined; message?: string | undefined } = {},
): ProviderAnswer {
  const { subcode } = given;
  const key = subcode === undefined ? String(code) : `${code}/${subcode}`;
  const [status, message] = catalogue.get(key) ?? [400, `(#${code}) An unknown error occurred`];
  const answer = graphError(code, { message: given.message ?? message, status, ...(subcode ? { subcode } : {}) });
  return code === 1 || code === 2 ? markTransient(answer) : answer;
}

/** Graph's refusal for lack of a permission. */
export function permissionMissing(permission: string): ProviderAnswer {
  const message = `(#200) Requires ${permission} permission to manage the object`;
  return graphError(200, { message, status: 403 });
}

/** Graph's refusal of an invalid token; 463 is an expired one. */
export function deadToken(subcode: number, nowMs: number): ProviderAnswer {
  const now = new Date(nowMs).toUTCString();
  const expired = new Date(nowMs - 3_600_000).toUTCString();
  const message =
    TOKEN_MESSAGES[subcode] ??
    `Error validating access token: Session has expired on ${expired}. The current time is ${now}.`;
  return graphError(190, { message, subcode });
}

/** Graph's refusal of calls above the rate limit, with the header that states the duration. */
export function rateLimited(accountId: string, minutes: number): ProviderAnswer {
  const usage = {
    [accountId]: [
      {
        type: 'messenger',
        call_count: 100,
        total_cputime: 25,
        total_time: 25,
        estimated_time_to_regain_access: minutes,
      },
    ],
  };
  return { ...metaError(613), headers: { 'x-business-use-case-usage': JSON.stringify(usage) } };
}

function markTransient(answer: ProviderAnswer): ProviderAnswer {
  const body = answer.body as { error: Record<string, unknown> }; // safe: graphError's own body
  return { ...answer, body: { error: { ...body.error, is_transient: true } } };
}
