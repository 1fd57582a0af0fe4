import type { Quoted } from '@parley/common/evolution/message-record';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const findFacts = defineStatement({
  name: 'delivery.find-evolution-facts',
  plan: 'index',
  text: `SELECT t.slug, q.provider_message_id AS quoted_id, q.text AS quoted_text,
                CASE WHEN q.direction = 'in' THEN coalesce(q.extra -> 'author' ->> 0, q.peer) ELSE n.number END AS quoted_author
           FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
           LEFT JOIN messages q ON q.id = $2 AND q.tenant_id = k.tenant_id
           LEFT JOIN channel_accounts n ON n.id = q.channel_account_id
          WHERE k.instance_id = $1`,
  params: { instanceId: 'text', quotedId: 'int8?' },
  row: { slug: 'text', quotedId: 'text?', quotedText: 'text?', quotedAuthor: 'text?' },
});

/** The slug of a key's tenant, and the quoted message of that tenant as WhatsApp knows it; null: the key is gone. */
export async function findEvolutionFacts(
  sql: Sql,
  given: { instanceId: string; quotedId: string | null },
): Promise<{ slug: string; quoted: Quoted | null } | null> {
  const found = await findFacts.first(sql, given);
  if (!found) return null;
  const { slug, quotedId: id, quotedText: text, quotedAuthor: author } = found;
  return { slug, quoted: id === null ? null : { id, text: text ?? '', author } };
}
