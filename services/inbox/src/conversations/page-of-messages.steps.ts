import type { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { SENDABLE_MS } from '@parley/common/files/upload-rules';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboxService } from '../service.ts';
import { findMessages, findStart, hasConversation, type ShownMessage } from './message.store.ts';

const MESSAGES = defineCursor('message', { id: 'int8' });
const DAY_MS = 24 * 3_600_000;

/** Newest first, from the end or around one message. Errors: unknown_tenant, unknown_conversation, invalid_cursor. */
export async function pageOfMessages(
  service: InboxService,
  { slug, id, limit, cursor, around }: InputOf<typeof listConversationMessages>,
): Promise<OutputOf<typeof listConversationMessages>> {
  const { database, now } = service;
  const after = MESSAGES.read(cursor)?.id ?? null;
  const uploadedSince = new Date(now().getTime() - SENDABLE_MS);
  const found = await database.read(async (reader) => {
    const tenantId = await tenantOfSlug(reader, slug);
    if (!(await hasConversation(reader, tenantId, id))) throw new AppError('unknown_conversation');
    const isMiddle = after === null && around !== undefined;
    const before = isMiddle ? await findStart(reader, id, around, Math.floor(limit / 2)) : after;
    return findMessages(reader, tenantId, id, { before, count: limit + 1, uploadedSince });
  });
  return MESSAGES.pageOf(
    found,
    limit,
    (message) => withAddresses(service, message),
    ({ messageId }) => ({ id: messageId }),
  );
}

/**
 * Signs file addresses again, because those of the events expire after 7 days; they are the same all day, so that
 * browsers cache the files.
 */
function withAddresses({ mediaAddressOf, now }: InboxService, message: ShownMessage): ShownMessage {
  const today = new Date(Math.floor(now().getTime() / DAY_MS) * DAY_MS);
  const attachments = message.attachments.map((file) => ({
    ...file,
    url: file.url === null ? null : mediaAddressOf(file.id, today),
  }));
  return { ...message, attachments };
}
