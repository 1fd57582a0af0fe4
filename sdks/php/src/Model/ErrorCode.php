<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/** The error codes except `missing_…` and `invalid_…` of fields. docs/errors of Parley has advice for each. */
final class ErrorCode
{
    /** Something in front of Parley answered, without the error body of the API. */
    public const UNEXPECTED_ANSWER = 'unexpected_answer';
    public const ACCOUNT_RESTRICTED = 'account_restricted';
    public const ALREADY_CONNECTED = 'already_connected';
    public const BAD_REDIRECT_URL = 'bad_redirect_url';
    public const CHANNEL_NOT_ALLOWED = 'channel_not_allowed';
    public const DEVICE_ERROR = 'device_error';
    public const GRAPH_ERROR = 'graph_error';
    public const GROUP_FULL = 'group_full';
    public const IDEMPOTENCY_IN_PROGRESS = 'idempotency_in_progress';
    public const IDEMPOTENCY_MISMATCH = 'idempotency_mismatch';
    public const INSUFFICIENT_BALANCE = 'insufficient_balance';
    public const INTERNAL_ERROR = 'internal_error';
    public const MARKETING_LIMITED = 'marketing_limited';
    public const NO_EXISTING_CONVERSATION = 'no_existing_conversation';
    public const NOT_CONNECTED = 'not_connected';
    public const NOT_GROUP_ADMIN = 'not_group_admin';
    public const NOT_SCHEDULED = 'not_scheduled';
    public const OPTED_OUT = 'opted_out';
    public const PACED = 'paced';
    public const PAYLOAD_TOO_LARGE = 'payload_too_large';
    public const PLAN_LIMIT_REACHED = 'plan_limit_reached';
    public const PLAN_NOT_ELIGIBLE = 'plan_not_eligible';
    public const PRIVATE_MESSAGE_NOT_SUPPORTED = 'private_message_not_supported';
    public const PROVIDER_TIMEOUT = 'provider_timeout';
    public const RATE_LIMITED = 'rate_limited';
    public const READ_NOT_ALLOWED = 'read_not_allowed';
    public const SERVICE_UNAVAILABLE = 'service_unavailable';
    public const SET_WEBHOOK_NOT_ALLOWED = 'set_webhook_not_allowed';
    public const TELEGRAM_ERROR = 'telegram_error';
    public const TEMPLATE_EXISTS = 'template_exists';
    public const TIKTOK_ERROR = 'tiktok_error';
    public const TOO_MANY_SESSIONS = 'too_many_sessions';
    public const UNKNOWN_COMMENT = 'unknown_comment';
    public const UNKNOWN_CONTACT = 'unknown_contact';
    public const UNKNOWN_CONVERSATION = 'unknown_conversation';
    public const UNKNOWN_GROUP = 'unknown_group';
    public const UNKNOWN_MESSAGE = 'unknown_message';
    public const UNKNOWN_SESSION = 'unknown_session';
    public const UNKNOWN_TEMPLATE = 'unknown_template';
    public const UNKNOWN_UPLOAD = 'unknown_upload';
    public const UNSUPPORTED_CONTENT = 'unsupported_content';
    public const UNSUPPORTED_MEDIA_TYPE = 'unsupported_media_type';
    public const UPLOAD_LIMIT_REACHED = 'upload_limit_reached';
    public const WEBHOOK_IN_USE = 'webhook_in_use';
}
