import { randomBytes } from 'node:crypto';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';

/** HTTP status, title and default details of the Cloud API errors that the sandbox can produce. */
const catalogue = new Map<number, [status: number, title: string, details: string]>([
  [130429, [429, 'Rate limit hit', 'Cloud API message throughput has been reached.']],
  [
    130472,
    [
      400,
      "User's number is part of an experiment",
      "Failed to send message because this user's phone number is part of an experiment",
    ],
  ],
  [131000, [500, 'Something went wrong', 'Message failed to send due to an unknown error.']],
  [131008, [400, 'Required parameter is missing', 'Required parameter is missing']],
  [131009, [400, 'Parameter value is not valid', 'Parameter value is not valid']],
  [131016, [500, 'Service unavailable', 'A service is temporarily unavailable.']],
  [131021, [400, 'Recipient cannot be sender', 'Recipient cannot be sender']],
  [131026, [400, 'Message undeliverable', 'Message Undeliverable.']],
  [
    131030,
    [
      400,
      'Recipient phone number not in allowed list',
      'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
    ],
  ],
  [131031, [403, 'Business Account locked', 'Business Account has been locked']],
  [
    131042,
    [
      400,
      'Business eligibility payment issue',
      'Message failed to send because there were one or more errors related to your payment method.',
    ],
  ],
  [
    131047,
    [
      400,
      'Re-engagement message',
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
    ],
  ],
  [
    131048,
    [
      400,
      'Spam rate limit hit',
      'Message failed to send because there are restrictions on how many messages can be sent from this phone number.',
    ],
  ],
  [
    131049,
    [
      400,
      'This message was not delivered to maintain healthy ecosystem engagement.',
      'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
    ],
  ],
  [131051, [400, 'Unsupported message type', 'Message type is currently not supported.']],
  [131052, [400, 'Media download error', 'Media download error']],
  [131053, [400, 'Media upload error', 'Unsupported Audio mime type audio/wav.']],
  [
    131056,
    [
      400,
      '(Business Account, Consumer Account) pair rate limit hit',
      'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
    ],
  ],
  [131057, [500, 'Account in maintenance mode', 'Business Account is in maintenance mode']],
  [
    131062,
    [
      400,
      'BSUID recipients not supported for this message',
      "You can only send authentication messages to recipients' phone numbers, not their business-scoped user IDs.",
    ],
  ],
  [
    131063,
    [
      400,
      'Marketing messages are disabled on Cloud API',
      'Marketing template messages of this account can only be sent with the Marketing Messages API.',
    ],
  ],
  [
    132000,
    [
      400,
      'Number of parameters does not match the expected number of params',
      'body: number of localizable_params (1) does not match the expected number of params (2)',
    ],
  ],
  [132001, [404, 'Template name does not exist in the translation', 'template name (order_x) does not exist in en_US']],
  [132005, [400, 'Translated text too long', 'The translated text is too long.']],
  [
    132012,
    [
      400,
      'Parameter format does not match format in the created template',
      'header: Format mismatch, expected IMAGE, received UNKNOWN',
    ],
  ],
  [
    132015,
    [400, 'Template is paused', 'Template is paused due to low quality so it cannot be sent in a template message.'],
  ],
  [132016, [400, 'Template is disabled', 'Template has been paused too many times due to low quality.']],
  [132018, [400, "There's an issue with the parameters in your template", 'components parameters invalid']],
  [133000, [500, 'Incomplete Deregistration', 'A previous deregistration attempt failed.']],
  [133004, [500, 'Server Temporarily Unavailable', 'Server is temporarily unavailable.']],
  [133005, [400, 'Two step verification PIN Mismatch', 'Two-step verification PIN incorrect.']],
  [133006, [400, 'Phone number re-verification needed', 'Phone number needs to be verified before registering.']],
  [133008, [400, 'Too Many two step verification PIN Guesses', 'Too many PIN guesses. Try again in 00:10:00.']],
  [133009, [400, 'Two step verification PIN Guessed Too Fast', 'PIN was entered too quickly.']],
  [134100, [400, 'Only marketing messages are supported', 'The template is not of category MARKETING.']],
  [134101, [400, 'Template is syncing', 'The template is still being synchronized.']],
  [134102, [500, 'Template is unavailable', 'The template is not available for the Marketing Messages API.']],
  [138000, [400, 'Calling not enabled', 'Calling APIs are not enabled for this phone number.']],
  [138015, [400, 'Messaging limit too low', 'The messaging limit of the business is too low to enable calling.']],
  [147001, [400, 'Username is taken', 'This username is not available.']],
  [147002, [400, 'Username is reserved', 'This username is reserved.']],
  [147003, [400, 'Username is not allowed', 'This username is not allowed.']],
  [147004, [400, 'Username limit reached', 'The username was changed too often. Try again later.']],
  [147005, [400, 'Username is in use', 'Another phone number of your business portfolio uses this username.']],
  [2593107, [400, 'The synchronization was requested before', 'It can be requested only once.']],
  [2593108, [400, 'The synchronization is too late', 'It can be requested within 24 hours of the onboarding.']],
  [133010, [400, 'Account not registered', 'Account not registered']],
  [
    133015,
    [400, 'Please wait a few minutes before attempting to register this phone number', 'The number was deleted.'],
  ],
  [
    133016,
    [400, 'Account register deregister rate limit exceeded', 'Too many registrations of this number within 72 hours.'],
  ],
]);

/** A Graph error answer: a catalogue code, or any other code with its own `message`. */
export function graphError(
  code: number,
  given: {
    details?: string;
    message?: string;
    subcode?: number;
    type?: string;
    status?: number;
    /** Title and message that Meta shows to people. */
    user?: { title: string; reason: string };
  } = {},
): ProviderAnswer {
  const known = catalogue.get(code);
  const [status, title, details] = known ?? [400, 'An unknown error occurred', ''];
  const error = {
    message: given.message ?? `(#${code}) ${title}`,
    type: given.type ?? 'OAuthException',
    code,
    ...(known ? { error_data: { messaging_product: 'whatsapp', details: given.details ?? details } } : {}),
    ...(given.subcode === undefined ? {} : { error_subcode: given.subcode }),
    ...(given.user === undefined
      ? {}
      : { is_transient: false, error_user_title: given.user.title, error_user_msg: given.user.reason }),
    fbtrace_id: makeTraceId(),
  };
  return { status: given.status ?? status, body: { error } };
}

/** The element of `errors` in a failed status of a webhook. */
export function statusError(code: number): Record<string, unknown> {
  const [, title, details] = catalogue.get(code) ?? [400, 'Something went wrong', 'Message failed to send.'];
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}

/** Graph's answer if an object cannot be loaded, including for lack of permission. */
export function objectMissing(id: string, verb: 'get' | 'post' | 'delete'): ProviderAnswer {
  const message = `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`;
  return graphError(100, { message, subcode: 33, type: 'GraphMethodException' });
}

/** Graph's answer to a parameter that breaks a rule of the interface (#100). */
export function badParameter(text: string): ProviderAnswer {
  return graphError(100, { message: `(#100) ${text}` });
}

function makeTraceId(): string {
  return `A${randomBytes(16).toString('base64url')}`;
}
