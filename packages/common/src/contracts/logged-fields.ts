import { z } from 'zod';
import { TYPING_STATES } from '../capabilities.ts';
import { Channel, CommentPlatform } from '../channels.ts';
import { MessageId, MessageRef, OffsetInstant, RowId } from '../fields.ts';
import { TEMPLATE_CATEGORIES } from '../wa-template/template-limits.ts';
import { events } from './account/events.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { StatusFilter } from './operator/conversations.ts';

type ActionName = (typeof CUSTOMER_ACTIONS)[number]['name'];
/** Dotted paths, and the logged form of their values. */
type LoggedFields = Readonly<Record<string, z.ZodType>>;

const MediaType = z.string().regex(/^(image|video|audio|document|application|text)(\/[\w.+-]{1,60})?$/);
/** A template name by Meta's rules: excludes phone numbers and sentences. */
const TemplateName = z.string().regex(/^[a-z][a-z0-9_]{0,511}$/);
const TemplateLanguage = z.string().regex(/^[a-z]{2,3}([_-][A-Za-z]{2,4})?$/);
const ON_TEMPLATE = { channel: Channel, name: TemplateName, language: TemplateLanguage };
const Limit = z.int().min(0).max(1000);
const NONE: LoggedFields = {};
const ON_MESSAGE = { channel: Channel, message_id: MessageRef };

/**
 * The fields of each action whose values the request log keeps when they have these forms, because a refused request
 * can have any text anywhere. Of every other field it only records that it was given
 * (docs/reference/logged-fields.md#request-log). An action that is missing here does not compile.
 */
export const LOGGED_FIELDS = {
  status: NONE,
  send: {
    channel: Channel,
    media_type: MediaType,
    'template.name': TemplateName,
    'template.language': TemplateLanguage,
    send_at: OffsetInstant,
  },
  'cancel-send': { channel: Channel, message_id: MessageId },
  message: { message_id: MessageId },
  react: ON_MESSAGE,
  'edit-message': ON_MESSAGE,
  'delete-message': ON_MESSAGE,
  'mark-read': ON_MESSAGE,
  typing: { channel: Channel, state: z.enum(TYPING_STATES) },
  'check-number': { channel: Channel },
  'reject-call': { channel: Channel },
  capabilities: NONE,
  templates: NONE,
  'create-template': { ...ON_TEMPLATE, category: z.enum(TEMPLATE_CATEGORIES) },
  'update-template': { ...ON_TEMPLATE, category: z.enum(TEMPLATE_CATEGORIES) },
  'delete-template': ON_TEMPLATE,
  channels: NONE,
  'connect-link': { channel: Channel },
  'connect-telegram': NONE,
  'create-session': NONE,
  'pair-code': NONE,
  'session-status': NONE,
  'session-qr': NONE,
  'delete-session': NONE,
  'disconnect-channel': { channel: Channel },
  'comment-reply': NONE,
  comments: { platform: CommentPlatform, limit: Limit },
  conversations: { channel: Channel, status: StatusFilter, unread: z.boolean(), waiting: z.boolean(), limit: Limit },
  messages: { conversation_id: RowId, limit: Limit },
  events: { after: events.input.shape.after, since: OffsetInstant, limit: Limit },
  webhook: NONE,
  'set-webhook': { replace: z.boolean() },
} as const satisfies Record<ActionName, LoggedFields>;

interface LoggedAction {
  /** The fields of the action: of other fields not even the name is logged. */
  names: readonly string[];
  shown: LoggedFields;
}

const ACTIONS: ReadonlyMap<string, LoggedAction> = new Map(
  CUSTOMER_ACTIONS.map(({ name, input }) => [name, { names: Object.keys(input.shape), shown: LOGGED_FIELDS[name] }]),
);

/** The fields of an action, and those whose values the request log keeps; null when there is no such action. */
export const loggedFieldsOf = (action: string): LoggedAction | null => ACTIONS.get(action) ?? null;
