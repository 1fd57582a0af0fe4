import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';
import { templateKey } from '@parley/messaging/accounts/template-key';
import type { ChannelAccount } from '../channels/channel-account.rules.ts';

type Numbers = readonly Pick<ChannelAccount, 'id' | 'tenantId'>[];

const toRows = (numbers: Numbers) => numbers.map(({ id: accountId, tenantId }) => ({ accountId, tenantId }));

/** A list that was requested earlier does not replace a later one. */
const saveTemplates = defineBatchStatement({
  name: 'channel-connect.save-listed-templates',
  text: `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, categories, listed_at)
         SELECT account_id, tenant_id, $3, $4, $5 FROM unnest($1::int4[], $2::int4[]) AS w(account_id, tenant_id)
         ON CONFLICT (channel_account_id)
         DO UPDATE SET approved_names = excluded.approved_names, categories = excluded.categories,
                       listed_at = excluded.listed_at
          WHERE listed_templates.listed_at <= excluded.listed_at`,
  items: { accountId: 'int4', tenantId: 'int4' },
  params: { names: 'text[]', categories: 'jsonb', at: 'timestamptz' },
});

/**
 * Stores the templates of the numbers of one business account, requested at `at`: the approved names, for 409
 * no_existing_conversation, and the categories, by which sends are priced.
 */
export async function saveListedTemplates(
  sql: Sql,
  numbers: Numbers,
  { names, categories, at }: { names: string[]; categories: Readonly<Record<string, string>>; at: Date },
): Promise<void> {
  await saveTemplates.run(sql, toRows(numbers), { names, categories, at });
}

/** A list that was requested later has a newer category; one that was requested earlier must not replace this one. */
const setCategory = defineBatchStatement({
  name: 'channel-connect.set-template-category',
  text: `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, categories, listed_at)
         SELECT account_id, tenant_id, '{}', jsonb_build_object($3::text, $4::text), $5
           FROM unnest($1::int4[], $2::int4[]) AS w(account_id, tenant_id)
         ON CONFLICT (channel_account_id)
         DO UPDATE SET categories = listed_templates.categories || excluded.categories, listed_at = excluded.listed_at
          WHERE listed_templates.listed_at <= excluded.listed_at`,
  items: { accountId: 'int4', tenantId: 'int4' },
  params: { template: 'text', category: 'text', at: 'timestamptz' },
});

/** Stores the category of one template for the numbers of its business account. */
export async function saveTemplateCategory(
  sql: Sql,
  numbers: Numbers,
  { name, language, category, at }: { name: string; language: string; category: string; at: Date },
): Promise<void> {
  await setCategory.run(sql, toRows(numbers), { template: templateKey({ name, language }), category, at });
}
