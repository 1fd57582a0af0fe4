import type { Sql } from '@parley/prisma/sql';
import type { MediaFile } from '../domain/media-source.ts';

interface Row {
  channel: string;
  tenant_id: number;
  external_id: string;
  credentials: string;
  provider_media_id: string | null;
  source_url: string | null;
  mime_type: string | null;
  filename: string | null;
  size: string | null;
}

/**
 * The attachment with this id, or null. Not scoped by tenant: the signed address, which only the tenant's keys were
 * given, is what admits the reader (contract §6).
 */
export async function findAttachment(sql: Sql, attachmentId: string): Promise<MediaFile | null> {
  const { rows } = await sql.query<Row>({
    name: 'inbound-find-attachment',
    text: `SELECT a.channel, a.tenant_id, a.external_id, a.credentials, f.provider_media_id, f.source_url, f.mime_type, f.filename, f.size
             FROM attachments f JOIN channel_accounts a ON a.id = f.channel_account_id AND a.tenant_id = f.tenant_id
            WHERE f.id = $1`,
    values: [attachmentId],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    channel: row.channel,
    tenantId: row.tenant_id,
    externalId: row.external_id,
    credentials: row.credentials,
    providerMediaId: row.provider_media_id,
    sourceUrl: row.source_url,
    mimeType: row.mime_type,
    filename: row.filename,
    size: row.size === null ? null : Number(row.size),
  };
}
