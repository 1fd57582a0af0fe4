import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';
import { templateKey } from '@parley/messaging/accounts/template-key';
import type { ReserveCase } from '../domain/reservation.ts';

/** A template is listed for each account; its category prices the send. */
const findCategories = defineBatchStatement({
  name: 'send.find-template-categories',
  plan: 'index',
  text: `SELECT w.position, w.account_id, l.categories ->> w.template AS category
           FROM unnest($1::int4[], $2::int4[], $3::int4[], $4::text[]) AS w(position, tenant_id, account_id, template)
          CROSS JOIN LATERAL (SELECT * FROM listed_templates e WHERE e.channel_account_id = w.account_id LIMIT 1) l
          WHERE l.tenant_id = w.tenant_id`,
  items: { position: 'int4', tenantId: 'int4', accountId: 'int4', template: 'text' },
  row: { position: 'int4!', accountId: 'int4!', category: 'text?' },
});

/**
 * Adds the category of the template to each account that could send it. It prices the send, so it is read from the table
 * within the transaction, as last listed or reported; whether a person who opted out may get the template is decided by the
 * list of services/channel-connect, which is at most 60 s old (use-cases/check-template.ts).
 */
export async function addTemplateCategories(sql: Sql, cases: readonly ReserveCase[]): Promise<void> {
  const wanted = cases.flatMap(({ item: { tenantId, template }, facts: { candidates } }, position) =>
    template === null
      ? []
      : candidates.map(({ account }) => ({
          position,
          tenantId,
          accountId: account.id,
          template: templateKey(template),
        })),
  );
  if (wanted.length === 0) return;
  for (const { position, accountId, category } of await findCategories.all(sql, wanted, {}))
    for (const candidate of at(cases, position).facts.candidates)
      if (candidate.account.id === accountId) candidate.templateCategory = category;
}
