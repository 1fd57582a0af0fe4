import type { TemplateText } from '@parley/common/wa-template/template-text';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { templateKey } from '@parley/messaging/accounts/template-key';
import { z } from 'zod';
import type { ChannelAccount } from '../channels/account.rules.ts';
import type { UpcomingCategory } from './template.rules.ts';

type Numbers = readonly Pick<ChannelAccount, 'id' | 'tenantId'>[];

const toRows = (numbers: Numbers) => numbers.map(({ id: accountId, tenantId }) => ({ accountId, tenantId }));

/** A list that was requested earlier does not replace a later one. */
const saveTemplates = defineBatchStatement({
  name: 'channel-connect.save-listed-templates',
  text: `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, categories, texts, listed_at)
         SELECT account_id, tenant_id, $3, $4, $5, $6 FROM unnest($1::int4[], $2::int4[]) AS w(account_id, tenant_id)
         ON CONFLICT (channel_account_id)
         DO UPDATE SET approved_names = excluded.approved_names, categories = excluded.categories,
                       texts = excluded.texts, listed_at = excluded.listed_at
          WHERE listed_templates.listed_at <= excluded.listed_at`,
  items: { accountId: 'int4', tenantId: 'int4' },
  params: { names: 'text[]', categories: 'jsonb', texts: 'jsonb', at: 'timestamptz' },
});

interface ListedTemplates {
  names: string[];
  categories: Readonly<Record<string, string>>;
  texts: Readonly<Record<string, TemplateText>>;
  at: Date;
}

/**
 * Stores the templates of the numbers of one business account, requested at `at`: the approved names, for 409
 * no_existing_conversation, the categories, by which sends are priced, and header, body and footer, by which sent templates are shown.
 */
export async function saveListedTemplates(sql: Sql, numbers: Numbers, listed: ListedTemplates): Promise<void> {
  await saveTemplates.run(sql, toRows(numbers), { ...listed });
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

/** A list that was requested before does not bring the text back. */
const forgetText = defineBatchStatement({
  name: 'channel-connect.forget-template-text',
  text: `UPDATE listed_templates l SET texts = l.texts - $3::text, listed_at = greatest(l.listed_at, $4)
           FROM unnest($1::int4[], $2::int4[]) AS w(account_id, tenant_id)
          WHERE l.channel_account_id = w.account_id AND l.tenant_id = w.tenant_id`,
  items: { accountId: 'int4', tenantId: 'int4' },
  params: { template: 'text', at: 'timestamptz' },
});

/** Forgets the text of one template until the next list: Meta decided about it, so it may be another. */
export async function forgetTemplateText(
  sql: Sql,
  numbers: Numbers,
  { name, language, at }: { name: string; language: string; at: Date },
): Promise<void> {
  await forgetText.run(sql, toRows(numbers), { template: templateKey({ name, language }), at });
}

/** Announcements whose time passed longer ago are dropped. */
const PASSED_KEPT_MS = 30 * 24 * 3_600_000;

const setUpcoming = defineBatchStatement({
  name: 'channel-connect.set-upcoming-category',
  text: `UPDATE listed_templates l
            SET upcoming = jsonb_build_object($3::text, $4::jsonb) || coalesce(
                  (SELECT jsonb_object_agg(key, value) FROM jsonb_each(l.upcoming)
                    WHERE key <> $3 AND (value ->> 'at')::timestamptz > $5), '{}')
           FROM unnest($1::int4[], $2::int4[]) AS w(account_id, tenant_id)
          WHERE l.channel_account_id = w.account_id AND l.tenant_id = w.tenant_id`,
  items: { accountId: 'int4', tenantId: 'int4' },
  params: { template: 'text', announced: 'jsonb', passedBefore: 'timestamptz' },
});

const Upcoming: z.ZodType<UpcomingCategory> = z.object({ category: z.string(), at: z.iso.datetime() });

/**
 * Stores the announced category of one template for the numbers of its business account. A number whose templates were never
 * listed keeps none.
 */
export async function saveUpcomingCategory(
  sql: Sql,
  numbers: Numbers,
  { name, language, category, at, now }: { name: string; language: string; now: Date } & UpcomingCategory,
): Promise<void> {
  const passedBefore = new Date(now.getTime() - PASSED_KEPT_MS);
  const announced: UpcomingCategory = { category, at };
  await setUpcoming.run(sql, toRows(numbers), { template: templateKey({ name, language }), announced, passedBefore });
}

/** The announced categories of a number's templates, by name and language. */
export async function readUpcomingCategories(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  { id: channelAccountId, tenantId }: Numbers[number],
): Promise<ReadonlyMap<string, UpcomingCategory>> {
  const found = await prisma.listedTemplates.findFirst({
    where: { channelAccountId, tenantId },
    select: { upcoming: true },
  });
  return new Map(Object.entries(z.record(z.string(), Upcoming).parse(found?.upcoming ?? {})));
}
