import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { BotScope } from './knowledge.store.ts';
import type { Passage } from './passage.rules.ts';
import type { SearchedForm } from './searched-forms.rules.ts';

/**
 * Each term ranks its passages (`ts_rank_cd`, at most 1, a word of the title has four times the weight). Rare terms
 * weigh more: a word of every other passage says nothing.
 */
const findPassages = defineStatement({
  name: 'bots.find-passages',
  plan: 'index',
  text: `WITH forms AS (
           SELECT term, weight, plainto_tsquery('simple', form) || plainto_tsquery('english', form) || plainto_tsquery('arabic', form) AS query
             FROM unnest($3::int4[], $4::text[], $5::float8[]) AS given (term, form, weight)),
         found AS (
           SELECT f.term, c.id, max(f.weight * ts_rank_cd('{0.25, 0.25, 0.25, 1}', c.search, f.query, 32)) AS rank
             FROM forms f JOIN knowledge_chunks c ON c.search @@ f.query
            WHERE c.tenant_id = $1 AND c.bot_id = $2
            GROUP BY f.term, c.id),
         rare AS (
           SELECT term, ln(1 + (SELECT count(*) FROM knowledge_chunks WHERE tenant_id = $1 AND bot_id = $2) / count(*)::float8) AS worth
             FROM found GROUP BY term),
         best AS (
           SELECT found.id, sum(found.rank * rare.worth) AS score
             FROM found JOIN rare USING (term) GROUP BY found.id ORDER BY score DESC, found.id LIMIT $6::int4)
         SELECT c.text, s.title AS source, c.title
           FROM best JOIN knowledge_chunks c ON c.id = best.id JOIN knowledge_sources s ON s.id = c.source_id
          ORDER BY best.score DESC, c.id`,
  params: {
    tenantId: 'int4',
    botId: 'int4',
    terms: 'int4[]',
    forms: 'text[]',
    weights: 'float8[]',
    count: 'int4',
  },
  row: { text: 'text', source: 'text', title: 'text?' },
});

/** The best matching passages of a bot, best first. */
export const findBestPassages = (
  sql: Sql,
  scope: BotScope,
  forms: readonly SearchedForm[],
  count: number,
): Promise<Passage[]> =>
  findPassages.all(sql, {
    ...scope,
    terms: forms.map(({ term }) => term),
    forms: forms.map(({ form }) => form),
    weights: forms.map(({ weight }) => weight),
    count,
  });
