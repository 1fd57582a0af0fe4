import type { Camel } from '@parley/common/casing/camel';
import type {
  ConversationFilter,
  ConversationMessage,
  getConversation,
  getConversationPerson,
  listConversationMessages,
  listConversations,
} from '@parley/common/contracts/operator/conversations';
import type { ContactView, listContacts } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { SENDABLE_MS } from '@parley/common/upload-rules';
import { defineCursor, pageOf, readCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { z } from 'zod';
import { type ShownConversation, showConversation } from '../domain/show-conversation.ts';

type Message = Camel<z.infer<typeof ConversationMessage>>;

/** A position in the list of conversations. */
export interface Activity {
  activeMs: number;
  id: number;
}

export interface ConversationPage<Row> {
  rows: Row[];
  /** Start of the next page; null at the end. */
  next: Activity | null;
}

/** The person of a conversation, with their other conversations. */
export interface ShownPerson {
  name: string | null;
  username: string | null;
  phone: string | null;
  addresses: string[];
  /** Newest activity first. */
  conversations: ShownConversation[];
}

export interface ConversationStore {
  /** Newest activity first, at most `count`; a null cursor starts at the newest. */
  list(
    tenantId: number,
    filter: ConversationFilter,
    page: { before: Activity | null; count: number },
  ): Promise<ConversationPage<ShownConversation>>;
  show(tenantId: number, id: number): Promise<ShownConversation | null>;
  person(tenantId: number, id: number): Promise<ShownPerson | null>;
  exists(tenantId: number, id: number): Promise<boolean>;
  /** The id after at most `newer` messages that are newer than this one; null when there are no more of them. */
  before(conversationId: number, around: string, newer: number): Promise<string | null>;
  /** Newest first; failed messages with their uploaded files, unless those are older than `uploadedSince`. */
  messages(
    tenantId: number,
    id: number,
    page: { before: string | null; count: number; uploadedSince: Date },
  ): Promise<Message[]>;
  contacts(
    tenantId: number,
    page: { identifier: string; after: number; count: number },
  ): Promise<Camel<z.infer<typeof ContactView>>[]>;
}

export const BY_ACTIVITY = defineCursor('conversation', { activeMs: 'ms', id: 'int4' });
const MESSAGES = defineCursor('message', { id: 'int8' });

/**
 * The conversations of a tenant, for its operator (docs/reference/operator-api.md#conversations). Errors:
 * unknown_tenant, unknown_conversation, invalid_cursor.
 */
export interface ConversationQueries {
  list(input: InputOf<typeof listConversations>): Promise<OutputOf<typeof listConversations>>;
  show(input: InputOf<typeof getConversation>): Promise<OutputOf<typeof getConversation>>;
  person(input: InputOf<typeof getConversationPerson>): Promise<OutputOf<typeof getConversationPerson>>;
  messages(input: InputOf<typeof listConversationMessages>): Promise<OutputOf<typeof listConversationMessages>>;
  /** The contacts that an identifier names. */
  contacts(input: InputOf<typeof listContacts>): Promise<OutputOf<typeof listContacts>>;
}

export interface ConversationQueriesDeps {
  store: ConversationStore;
  tenantOf: TenantOf;
  mediaAddressOf(attachmentId: string, now: Date): string;
  now(): Date;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Signs file addresses again, because those of the events expire after 7 days; they are the same all day, so that
 * browsers cache the files.
 */
const withAddresses = (
  message: Message,
  { now, mediaAddressOf }: Pick<ConversationQueriesDeps, 'now' | 'mediaAddressOf'>,
): Message => {
  const today = new Date(Math.floor(now().getTime() / DAY_MS) * DAY_MS);
  const attachments = message.attachments.map((file) => ({
    ...file,
    url: file.url === null ? null : mediaAddressOf(file.id, today),
  }));
  return { ...message, attachments };
};

export function makeConversationQueries(deps: ConversationQueriesDeps): ConversationQueries {
  const { store, tenantOf, now } = deps;
  return {
    async list({ slug, limit, cursor, ...filter }) {
      const before = BY_ACTIVITY.read(cursor);
      const { rows, next } = await store.list(await tenantOf(slug), filter, { before, count: limit });
      const at = now();
      return {
        items: rows.map((row) => showConversation(row, at)),
        nextCursor: next && BY_ACTIVITY.after(next),
      };
    },
    async show({ slug, id }) {
      const row = await store.show(await tenantOf(slug), id);
      if (!row) throw new AppError('unknown_conversation');
      return showConversation(row, now());
    },
    async person({ slug, id }) {
      const person = await store.person(await tenantOf(slug), id);
      if (!person) throw new AppError('unknown_conversation');
      const at = now();
      return { ...person, conversations: person.conversations.map((row) => showConversation(row, at)) };
    },
    async messages({ slug, id, limit, cursor, around }) {
      const after = MESSAGES.read(cursor)?.id ?? null;
      const tenantId = await tenantOf(slug);
      if (!(await store.exists(tenantId, id))) throw new AppError('unknown_conversation');
      const isMiddle = after === null && around !== undefined;
      const before = isMiddle ? await store.before(id, around, Math.floor(limit / 2)) : after;
      const uploadedSince = new Date(now().getTime() - SENDABLE_MS);
      const found = await store.messages(tenantId, id, { before, count: limit + 1, uploadedSince });
      return MESSAGES.pageOf(
        found,
        limit,
        (message) => withAddresses(message, deps),
        ({ messageId }) => ({ id: messageId }),
      );
    },
    async contacts({ slug, identifier, limit, cursor }) {
      const after = readCursor(cursor);
      const found = await store.contacts(await tenantOf(slug), { identifier, after, count: limit + 1 });
      return pageOf(found, limit, (contact) => contact);
    },
  };
}
