import { z } from 'zod';
import { LANGUAGE_CODES } from './languages/languages.ts';
import { isReservedSlug } from './workspace/reserved-slugs.ts';

// C0 and C1 controls and DEL, except tab, line feed and carriage return in message texts.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const wellFormed = (value: string): boolean => !/\p{Surrogate}/u.test(value);

/** Length of the longest text between our own services, in UTF-16 units: the largest body of a provider. */
const BUS_TEXT_MAX = 8 * 1024 * 1024;

/** A text between our own services, which its sender has limited. */
export const BusText = z.string().max(BUS_TEXT_MAX);

/** One line of text: no control characters, no lone surrogates. Length in characters. */
export const line = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((v) => !CONTROL.test(v), 'must not contain control characters')
    .refine(wellFormed, 'must be well-formed Unicode');

/** Letters, digits, punctuation, or symbols. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** One line of text that people can see. */
export const title = (maxLength: number) =>
  line(maxLength).refine((v) => VISIBLE.test(v), 'must contain a visible character');

/** Text of a message, with line breaks and tabs. The send rules check the channel's own limit. */
export const text = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((v) => !CONTROL_IN_TEXT.test(v), 'must not contain control characters other than line breaks and tabs')
    .refine(wellFormed, 'must be well-formed Unicode');

/** Whether a text is an absolute https address. */
export const isHttps = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';

/** Whether no value repeats. */
export const areDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** Id of a conversation or another row in the API: a positive integer. */
export const RowId = z.int().min(1).max(2_147_483_647);

/** Elements of the longest list between our own services, which its sender has limited. */
export const BUS_LIST_MAX = 10_000;

/** `message_id` in responses and events (docs/reference/sends.md#answer): our own id in decimal digits. */
export const MessageId = z.string().regex(/^[1-9]\d{0,17}$/, 'must be the decimal digits of a message_id');

/** A `message_id` in a request: the digits of responses and of most events, or the integer of message.received. */
export const MessageRef = z.union([MessageId, z.int().min(1)], 'must be a message_id: its decimal digits');

/** ISO 8601 in UTC. */
export const Instant = z.iso.datetime().describe('ISO 8601, UTC');

/** A moment in any time zone. Each operation has its own rule about the moments that it accepts. */
export const OffsetInstant = z.iso.datetime({ offset: true }).describe('ISO 8601 with an offset or Z');

/** A phone number with its country code. */
export const PhoneNumber = z.string().regex(/^\+\d{7,15}$/, 'must be + and 7 to 15 digits');

/** A language of people who read our texts. Later releases add languages, also to answers. */
export const Language = z.enum(LANGUAGE_CODES);

/** A time of day. */
export const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00');

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

export const TimeZone = line(64).refine(isTimeZone, 'must be an IANA time zone such as Asia/Kuwait');

/** Tenant slug: a segment of {base_url}. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be 1 to 63 of a-z, 0-9 and inner hyphens');

/** The slug of a new tenant. */
export const NewSlug = Slug.refine((slug) => !isReservedSlug(slug), 'must not be the name of an address of Parley');

export const InstanceId = z.string().regex(/^ins_[0-9a-z]{10,40}$/, 'must be an instance id (ins_…)');

/** An owner of a webhook: a key, or a platform webhook. */
export const TargetId = z.string().regex(/^(ins|plt)_[0-9a-z]{10,40}$/, 'must be an instance id (ins_… or plt_…)');

/** A person of the workspace. */
export const MemberId = z.string().regex(/^mem_[0-9a-z]{10,40}$/, 'must be a member id (mem_…)');

/** Page size of a list. */
export const pageLimit = (max: number, byDefault: number) => z.int().min(1).max(max).default(byDefault);

/** Opaque position in a list, from `next_cursor`. */
export const Cursor = line(200);
