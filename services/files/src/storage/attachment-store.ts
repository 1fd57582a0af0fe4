import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { MediaFile } from '../domain/media-source.ts';

const find = defineStatement({
  name: 'files.find-attachment',
  text: `SELECT a.channel, a.tenant_id, a.external_id, a.credentials, f.provider_media_id, f.source_url, f.mime_type,
                f.filename, f.size, u.id AS upload_id, u.size AS upload_size, k.size AS copy_size, k.mime_type AS copy_type
           FROM attachments f
           JOIN channel_accounts a ON a.id = f.channel_account_id AND a.tenant_id = f.tenant_id
           LEFT JOIN kept_files k ON k.attachment_id = f.id AND k.tenant_id = f.tenant_id AND k.state = 'kept'
           LEFT JOIN uploads u ON u.id = f.upload_id AND u.tenant_id = f.tenant_id AND u.state <> 'removing'
          WHERE f.id = $1`,
  params: { id: 'text' },
  row: {
    channel: 'text',
    tenantId: 'int4',
    externalId: 'text',
    credentials: 'text',
    providerMediaId: 'text?',
    sourceUrl: 'text?',
    mimeType: 'text?',
    filename: 'text?',
    size: 'int8?',
    uploadId: 'text?',
    uploadSize: 'int4?',
    copySize: 'int4?',
    copyType: 'text?',
  },
});

/**
 * The attachment with this id, or null. Not scoped by tenant: the signed URL, which only the tenant's keys received,
 * authorizes the reader (docs/reference/events.md#attachments).
 */
export async function findAttachment(sql: Sql, attachmentId: string): Promise<MediaFile | null> {
  const row = await find.first(sql, { id: attachmentId });
  if (row === null) return null;
  const { uploadId: id, uploadSize: size, copySize, copyType, ...file } = row;
  return {
    id: attachmentId,
    ...file,
    size: file.size === null ? null : Number(file.size),
    upload: id === null || size === null ? null : { id, size },
    copy: copySize === null ? null : { size: copySize, mimeType: copyType },
  };
}
