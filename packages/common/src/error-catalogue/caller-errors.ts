import { entriesOf } from './catalogue-entry.ts';

const entry = entriesOf('caller');

/** Errors that the caller of an API can fix: the request, its key, its account. */
export const CALLER_ERRORS = {
  missing_action: entry(
    400,
    'action is required: add ?action=… to the address.',
    'Name the operation in the query, for example ?action=send, or call {base_url}send.',
  ),
  invalid_json: entry(
    400,
    'The body is not a JSON object.',
    'Send one JSON object, UTF-8, with Content-Type: application/json.',
  ),
  unsupported_content: entry(
    400,
    'The channel cannot carry this content; nothing was sent.',
    'Send only what ?action=capabilities lists for the channel, or set "fallback": "text" for buttons, lists, locations and contacts.',
  ),
  bad_redirect_url: entry(
    400,
    'redirect_url must be an absolute https URL on a public hostname that resolves.',
    'Give the full https address of your result page.',
  ),
  invalid_bot_token: entry(
    400,
    'Telegram refused this bot token.',
    'Copy the token from BotFather again; a revoked token cannot be used.',
  ),
  private_message_not_supported: entry(
    400,
    'private_message is not supported for this comment; nothing was published.',
    'Leave private_message out: TikTok accepts one only below comments for which it offers it.',
  ),
  missing_api_key: entry(
    401,
    'An API key is required: Authorization: Bearer <API_KEY> or X-API-Key.',
    'Send the key in one of the two headers.',
  ),
  invalid_api_key: entry(
    401,
    'This API key is unknown, disabled or revoked here.',
    'Check the key and the tenant in the address; ask the operator for a new key if it was revoked.',
  ),
  missing_admin_token: entry(
    401,
    'The operator API needs Authorization: Bearer <PARLEY_ADMIN_TOKEN>.',
    'Send the admin token; in the one-machine form it is in the data directory.',
  ),
  invalid_admin_token: entry(401, 'The admin token is wrong.', 'Use the value of PARLEY_ADMIN_TOKEN.'),
  invalid_signature: entry(
    401,
    'The signature or secret of this callback is wrong.',
    'Only the provider calls this address; check the app secret when it is the provider.',
  ),
  invalid_verify_token: entry(
    403,
    'The verify token is wrong.',
    'Use the value of PARLEY_META_VERIFY_TOKEN in the provider dashboard.',
  ),
  insufficient_balance: entry(
    402,
    'The account is inactive or out of credit.',
    'Top up the account, or ask the operator to activate it.',
    { retry: true },
  ),
  channel_not_allowed: entry(403, 'This key may not use that channel.', 'Use a key whose channel list has it.'),
  plan_not_eligible: entry(
    403,
    'The plan of this account does not allow the API.',
    'Ask the operator for an eligible plan.',
  ),
  mcp_not_allowed: entry(
    403,
    'This key may not do this over MCP.',
    'Ask the operator to switch MCP on for the key, or to add the tool to its list (mcp_enabled, mcp_tools).',
  ),
  set_webhook_not_allowed: entry(
    403,
    'This key may not change its own webhook.',
    'Ask the operator to allow it for the key (set_webhook_enabled), or to set the address.',
  ),
  read_not_allowed: entry(
    403,
    'This key may not read conversations, messages and contacts.',
    'Ask the operator or an admin of the workspace: the console has the switch under Keys, the operator API in the key (may_read).',
  ),
  foreign_origin: entry(
    403,
    'A change in the console must come from the console itself.',
    'Open the console at its own address; PARLEY_PUBLIC_URL must be the address that the browser shows.',
  ),
  unknown_link: entry(
    404,
    'This link was used, has expired, or never existed.',
    'Ask for a new link: an invitation is valid for 7 days, a new password for an hour, each once.',
  ),
  unknown_action: entry(404, 'There is no such action.', 'See the list of operations in /docs.'),
  unknown_comment: entry(
    404,
    'No comment with this id was delivered to this account.',
    'Use a comment_id from comment.received or ?action=comments.',
  ),
  unknown_session: entry(
    404,
    'There is no session with this token.',
    'Use the session_token of create-session; deleted sessions are gone.',
  ),
  unknown_message: entry(404, 'There is no message with this id.', 'Use the message_id of a send answer or an event.'),
  unknown_group: entry(
    404,
    'The linked phone is in no group with this id.',
    'Use a group_id of ?action=groups, and from for another linked phone.',
  ),
  unknown_tenant: entry(404, 'There is no tenant with this slug.', 'List the tenants for their slugs.'),
  unknown_contact: entry(
    404,
    'This tenant has no contact with this id.',
    'Look the contact up by its identifier, or take contact_id from a conversation.',
  ),
  unknown_recipient: entry(404, 'There is no recipient with this id here.', 'List the recipients, or add one.'),
  unknown_ai_key: entry(404, 'This tenant has no key of this AI provider.', 'Set one with PUT.'),
  unknown_bot: entry(404, 'This tenant has no bot with this id.', 'List the bots of the tenant.'),
  no_ai_key: entry(
    409,
    'The bot would run on the tenant’s own key of its AI provider, and there is none.',
    'Set the key first, or make the bot with enabled false.',
  ),
  platform_key_not_offered: entry(
    409,
    'This deployment offers no key of this AI provider.',
    'Use key_mode own with a key of the tenant; the list of AI keys names what is offered.',
  ),
  too_many_bots: entry(409, 'This tenant has as many bots as it may have.', 'Delete a bot that is not used any more.'),
  plan_limit_reached: entry(
    409,
    'The plan of this tenant allows no more of these.',
    'Revoke or remove one that is not used, or ask the operator for another plan; the message names the limit.',
  ),
  demo_closed: entry(
    403,
    'This is a public demo, in which this is closed.',
    'Install Parley to use it: docs/reference/installation.md. The message names what is closed.',
  ),
  demo_full: entry(
    503,
    'As many people as fit are trying this demo.',
    'Come back in the number of seconds of retry_after, when a workspace becomes free.',
    { retry: true },
  ),
  demo_limit_reached: entry(
    429,
    'A workspace of this demo has a limit, which is reached.',
    'The message names the limit. A workspace ends after an hour; then a new one can be opened.',
  ),
  scheduled_messages_waiting: entry(
    409,
    'This key has scheduled messages: say whether they are cancelled.',
    'Repeat the request with cancel_scheduled=true, or with false if they are to be sent at their time; the message has their number.',
  ),
  unknown_source: entry(404, 'This bot has no source with this id.', 'List the knowledge of the bot.'),
  too_much_knowledge: entry(
    409,
    'This bot has as many sources as it may have.',
    'Remove one that is no longer needed, or put several texts into one source.',
  ),
  unknown_erasure: entry(404, 'There is no erasure with this id.', 'Use the id of the receipt, or list the erasures.'),
  invalid_webhook_url: entry(
    400,
    'A webhook address must be https, on a public host that resolves.',
    'Give the full https address of your receiver, or open its network with PARLEY_EGRESS_ALLOW.',
  ),
  unknown_platform_webhook: entry(404, 'There is no platform webhook here.', 'Make it with PUT.'),
  unknown_key: entry(404, 'This tenant has no key with this instance id.', 'List the keys of the tenant.'),
  unknown_conversation: entry(
    404,
    'This tenant has no conversation with this id, or the key may not use its channel.',
    'List the conversations for their ids.',
  ),
  unknown_template: entry(
    404,
    'The account has no template with this name in this language.',
    'List the templates; a name exists once for each language.',
  ),
  template_exists: entry(
    409,
    'The account has a template with this name in this language already, with other content.',
    'Change it with update-template, or choose another name.',
  ),
  unknown_upload: entry(
    404,
    'This tenant has no such file, or it is not complete.',
    'Upload it again: a file can be sent for 7 days.',
  ),
  unknown_move_in: entry(
    404,
    'This tenant has no device with this id that was moved in.',
    'List the devices that came from another system: parley move-in list with the slug of the tenant.',
  ),
  unknown_delivery: entry(
    404,
    'This tenant has no delivery with this id.',
    'List the deliveries of the tenant; they are kept 30 days.',
  ),
  unknown_quarantined: entry(
    404,
    'This tenant has no quarantined element with this id.',
    'List the quarantine of the tenant; stored and discarded elements are gone from it.',
  ),
  unknown_route: entry(404, 'There is nothing at this address.', 'See /docs for the addresses.'),
  method_not_allowed: entry(405, 'This method is not allowed here.', 'Use the method in the Allow header.'),
  request_timeout: entry(
    408,
    'The request did not arrive in time.',
    'Send the whole request at once: the headers within 10 s, the body within 30 s, an upload within 10 minutes.',
    { retry: true },
  ),
  no_existing_conversation: entry(
    409,
    'The contact has not written in the last 24 hours: send an approved template first.',
    'Send a template; after the reply normal texts work for 24 hours.',
  ),
  opted_out: entry(
    409,
    'This person opted out of marketing: a template of category MARKETING is not sent to them.',
    'Send only service messages until they opt in again. Nothing was charged.',
  ),
  marketing_limited: entry(
    409,
    'WhatsApp delivers no more marketing messages to this person for now: the answer says until when.',
    'Send it after the time in until, or send a template of another category. Nothing was charged.',
  ),
  not_scheduled: entry(
    409,
    'This message is not scheduled: it has left, or it never was.',
    'Look the message up; only a message with status scheduled can be cancelled.',
  ),
  webhook_in_use: entry(
    409,
    'The webhook of this key has another address.',
    'Use another key, or set replace to true if the other address is no longer needed.',
  ),
  slug_taken: entry(409, 'Another tenant has this slug.', 'Choose another slug.'),
  upload_limit_reached: entry(
    409,
    'This tenant has uploaded as much as it may, in the last hour or in all.',
    'Wait an hour; erased messages free the space of their files, and the operator may raise PARLEY_UPLOAD_TENANT_MB.',
  ),
  idempotency_in_progress: entry(
    409,
    'The first request with this Idempotency-Key is still running.',
    'Repeat the same request later with the same key.',
    { retry: true },
  ),
  payload_too_large: entry(
    413,
    'The body is larger than allowed.',
    'Send at most 1 MiB of JSON. Upload a file with ?action=upload, or give its public https address as media_url.',
  ),
  unsupported_media_type: entry(
    415,
    'Content-Type must be application/json.',
    'Send JSON with Content-Type: application/json.',
  ),
  expectation_failed: entry(
    417,
    'The Expect header cannot be met; only 100-continue can.',
    'Leave the Expect header out.',
  ),
  idempotency_mismatch: entry(
    422,
    'This Idempotency-Key was used with another body.',
    'Use a new key for a new request.',
  ),
  rate_limited: entry(429, 'Too many requests.', 'Wait retry_after seconds; spread bulk sends.', { retry: true }),
  too_many_sessions: entry(
    429,
    'Too many sessions of this account wait for a phone.',
    'Link or delete sessions that wait; an unpaired session expires after an hour.',
    { retry: true },
  ),
};
