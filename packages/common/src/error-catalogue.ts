/** Who has to act: the caller (request), the platform (us or a provider), or the channel's owner. */
export type Fault = 'caller' | 'platform' | 'channel';

export interface CatalogueEntry {
  status: number;
  /** Default message; an error thrown with its own message names the case. */
  message: string;
  /** What to do about it: docs/errors is generated from this. */
  advice: string;
  fault: Fault;
  /** Whether the same request can succeed later without a change. */
  retry: boolean;
}

const entry = (status: number, fault: Fault, retry: boolean, message: string, advice: string): CatalogueEntry => ({
  status,
  message,
  advice,
  fault,
  retry,
});

/** Every error code but the field codes `missing_<field>` and `invalid_<field>` (source §7, contract §2). */
export const ERROR_CATALOGUE = {
  missing_action: entry(
    400,
    'caller',
    false,
    'action is required: add ?action=… to the address.',
    'Name the operation in the query, for example ?action=send, or call {base_url}send.',
  ),
  invalid_json: entry(
    400,
    'caller',
    false,
    'The body is not a JSON object.',
    'Send one JSON object, UTF-8, with Content-Type: application/json.',
  ),
  bad_redirect_url: entry(
    400,
    'caller',
    false,
    'redirect_url must be an absolute https URL on a public hostname that resolves.',
    'Give the full https address of your result page.',
  ),
  invalid_bot_token: entry(
    400,
    'caller',
    false,
    'Telegram refused this bot token.',
    'Copy the token from BotFather again; a revoked token cannot be used.',
  ),
  private_message_not_supported: entry(
    400,
    'caller',
    false,
    'private_message is not supported on tt; nothing was published.',
    'Leave private_message out for tt comments.',
  ),
  missing_api_key: entry(
    401,
    'caller',
    false,
    'An API key is required: Authorization: Bearer <API_KEY> or X-API-Key.',
    'Send the key in one of the two headers.',
  ),
  invalid_api_key: entry(
    401,
    'caller',
    false,
    'This API key is unknown, disabled or revoked here.',
    'Check the key and the tenant in the address; ask the operator for a new key if it was revoked.',
  ),
  missing_admin_token: entry(
    401,
    'caller',
    false,
    'The operator API needs Authorization: Bearer <PARLEY_ADMIN_TOKEN>.',
    'Send the admin token; in the one-machine form it is in the data directory.',
  ),
  invalid_admin_token: entry(401, 'caller', false, 'The admin token is wrong.', 'Use the value of PARLEY_ADMIN_TOKEN.'),
  invalid_signature: entry(
    401,
    'caller',
    false,
    'The signature or secret of this callback is wrong.',
    'Only the provider calls this address; check the app secret when it is the provider.',
  ),
  invalid_verify_token: entry(
    403,
    'caller',
    false,
    'The verify token is wrong.',
    'Use the value of PARLEY_META_VERIFY_TOKEN in the provider dashboard.',
  ),
  insufficient_balance: entry(
    402,
    'caller',
    true,
    'The account is inactive or out of credit.',
    'Top up the account, or ask the operator to activate it.',
  ),
  channel_not_allowed: entry(
    403,
    'caller',
    false,
    'This key may not use that channel.',
    'Use a key whose channel list has it.',
  ),
  plan_not_eligible: entry(
    403,
    'caller',
    false,
    'The plan of this account does not allow the API.',
    'Ask the operator for an eligible plan.',
  ),
  unknown_action: entry(404, 'caller', false, 'There is no such action.', 'See the list of operations in /docs.'),
  unknown_comment: entry(
    404,
    'caller',
    false,
    'No comment with this id was delivered to this account.',
    'Use a comment_id from comment.received or ?action=comments.',
  ),
  unknown_session: entry(
    404,
    'caller',
    false,
    'There is no session with this token.',
    'Use the session_token of create-session; deleted sessions are gone.',
  ),
  unknown_message: entry(
    404,
    'caller',
    false,
    'There is no message with this id.',
    'Use the message_id of a send answer or an event.',
  ),
  unknown_tenant: entry(
    404,
    'caller',
    false,
    'There is no tenant with this slug.',
    'List the tenants for their slugs.',
  ),
  unknown_contact: entry(
    404,
    'caller',
    false,
    'This tenant has no contact with this id.',
    'Look the contact up by its identifier, or take contact_id from a conversation.',
  ),
  unknown_erasure: entry(
    404,
    'caller',
    false,
    'There is no erasure with this id.',
    'Use the id of the receipt, or list the erasures.',
  ),
  unknown_key: entry(
    404,
    'caller',
    false,
    'This tenant has no key with this instance id.',
    'List the keys of the tenant.',
  ),
  unknown_conversation: entry(
    404,
    'caller',
    false,
    'This tenant has no conversation with this id.',
    'List the conversations of the tenant.',
  ),
  unknown_delivery: entry(
    404,
    'caller',
    false,
    'This tenant has no delivery with this id.',
    'List the deliveries of the tenant; they are kept 30 days.',
  ),
  unknown_route: entry(404, 'caller', false, 'There is nothing at this address.', 'See /docs for the addresses.'),
  not_connected: entry(
    404,
    'channel',
    false,
    'Nothing with that id is connected here.',
    'Connect the channel first, or use an id of ?action=channels.',
  ),
  media_gone: entry(
    404,
    'channel',
    false,
    'The provider no longer has this file.',
    'Fetch files within the time that the provider keeps them.',
  ),
  method_not_allowed: entry(
    405,
    'caller',
    false,
    'This method is not allowed here.',
    'Use the method in the Allow header.',
  ),
  request_timeout: entry(
    408,
    'caller',
    true,
    'The request did not arrive in time.',
    'Send the whole request at once: the headers within 10 s, everything within 30 s.',
  ),
  no_existing_conversation: entry(
    409,
    'caller',
    false,
    'The contact has not written in the last 24 hours: send an approved template first.',
    'Send a template; after the reply normal texts work for 24 hours.',
  ),
  already_connected: entry(
    409,
    'channel',
    false,
    'This is connected already.',
    'Disconnect it where it is connected now, or go on using it.',
  ),
  slug_taken: entry(409, 'caller', false, 'Another tenant has this slug.', 'Choose another slug.'),
  idempotency_in_progress: entry(
    409,
    'caller',
    true,
    'The first request with this Idempotency-Key is still running.',
    'Repeat the same request later with the same key.',
  ),
  payload_too_large: entry(
    413,
    'caller',
    false,
    'The body is larger than allowed.',
    'Send at most 1 MiB; put files at a public https address and give media_url.',
  ),
  unsupported_media_type: entry(
    415,
    'caller',
    false,
    'Content-Type must be application/json.',
    'Send JSON with Content-Type: application/json.',
  ),
  expectation_failed: entry(
    417,
    'caller',
    false,
    'The Expect header cannot be met; only 100-continue can.',
    'Leave the Expect header out.',
  ),
  idempotency_mismatch: entry(
    422,
    'caller',
    false,
    'This Idempotency-Key was used with another body.',
    'Use a new key for a new request.',
  ),
  rate_limited: entry(429, 'caller', true, 'Too many requests.', 'Wait retry_after seconds; spread bulk sends.'),
  internal_error: entry(
    500,
    'platform',
    true,
    'Something went wrong on our side.',
    'Report the request_id to the operator.',
  ),
  graph_error: entry(
    502,
    'channel',
    false,
    'The platform provider refused the call.',
    'Read provider.code and the message, which are the provider’s own.',
  ),
  tiktok_error: entry(
    502,
    'channel',
    false,
    'The short-video platform refused the call.',
    'Read provider.code and the message, which are the provider’s own.',
  ),
  telegram_error: entry(
    502,
    'channel',
    false,
    'The bot platform refused the call.',
    'Read provider.code and the message, which are the provider’s own.',
  ),
  device_error: entry(
    502,
    'channel',
    false,
    'The linked-device network refused the call.',
    'Check session-status of the device.',
  ),
  service_unavailable: entry(
    503,
    'platform',
    true,
    'A needed part of the service is away; nothing was charged.',
    'Repeat the request after retry_after seconds.',
  ),
  provider_timeout: entry(
    504,
    'platform',
    false,
    'The provider did not answer in time; the outcome is told later by message.status.',
    'Do not send again: wait for message.status, or ask ?action=message.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
