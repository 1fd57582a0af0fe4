import { z } from 'zod';
import type { Camel } from '../../casing/camel.ts';
import { made, one, removed } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, line, Slug, text } from '../../fields.ts';
import { BotId, SourceId } from '../../values/row-ids.ts';
import { ListQuery, listOf } from './tenants.ts';

const KNOWLEDGE_FIELDS = ['id', 'kind', 'status', 'bytes', 'tokens', 'created_at'];

/** Size of one source before base64, which fits a request body (docs/reference/bots.md#knowledge). */
export const SOURCE_MAX_BYTES = 720 * 1024;

const BASE64_MAX = (SOURCE_MAX_BYTES / 3) * 4;

export const KnowledgeKind = z.enum(['text', 'markdown', 'qa', 'pdf']);
export type KnowledgeKind = z.infer<typeof KnowledgeKind>;

export const KnowledgeView = z
  .object({
    id: SourceId,
    kind: KnowledgeKind,
    title: z.string(),
    status: z.enum(['processing', 'ready', 'failed']).describe('The bot answers from it once it is ready'),
    error: z.string().nullable().describe('The reason why it failed, for people'),
    bytes: z.int(),
    tokens: z.int().describe('An estimate of the tokens that a model counts; 0 until it is ready'),
    created_at: Instant,
  })
  .register(SCHEMA_NAMES, { id: 'KnowledgeSource' });
export type KnowledgeView = Camel<z.infer<typeof KnowledgeView>>;

const Pair = z.object({ question: line(500), answer: text(2000) });

const OfBot = { slug: Slug, id: BotId };
const OfSource = { ...OfBot, source: SourceId };
const AT_KNOWLEDGE = '/tenants/{slug}/bots/{id}/knowledge';

export const addKnowledge = defineOperator({
  service: 'bots',
  name: 'add-knowledge',
  method: 'POST',
  path: AT_KNOWLEDGE,
  summary: 'Add a source that a bot answers from; it is read in the background',
  description:
    'Adds a text, Markdown, questions with answers or a PDF of at most 720 KiB. The bot answers from it once its status is ready. Beyond the bot’s limit it is too_much_knowledge.',
  input: z.object({
    ...OfBot,
    kind: KnowledgeKind,
    title: line(200),
    text: text(SOURCE_MAX_BYTES).optional().describe('Of kind text or markdown'),
    pairs: z.array(Pair).min(1).max(1000).optional().describe('Of kind qa'),
    pdf: z
      .base64('must be base64')
      .min(1)
      .max(BASE64_MAX)
      .optional()
      .describe('Of kind pdf: the file, at most 720 KiB'),
  }),
  output: KnowledgeView,
  successStatus: 201,
  errors: ['unknown_tenant', 'unknown_bot', 'too_much_knowledge'],
  audit: { fields: ['slug', ...KNOWLEDGE_FIELDS], change: made() },
});

export const listKnowledge = defineOperator({
  service: 'bots',
  name: 'list-knowledge',
  method: 'GET',
  path: AT_KNOWLEDGE,
  summary: 'Sources that a bot answers from, oldest first',
  description: 'Returns the sources of a bot’s knowledge page by page with their state: processing, ready or failed.',
  input: z.object({ ...OfBot, ...ListQuery }),
  output: listOf(KnowledgeView),
  errors: ['unknown_tenant', 'unknown_bot'],
});

export const getKnowledge = defineOperator({
  service: 'bots',
  name: 'get-knowledge',
  method: 'GET',
  path: `${AT_KNOWLEDGE}/{source}`,
  summary: 'A source that a bot answers from',
  description: 'Returns one source of a bot’s knowledge with its state and, if it could not be read, the reason.',
  input: z.object(OfSource),
  output: KnowledgeView,
  errors: ['unknown_tenant', 'unknown_bot', 'unknown_source'],
});

export const deleteKnowledge = defineOperator({
  service: 'bots',
  name: 'delete-knowledge',
  method: 'DELETE',
  path: `${AT_KNOWLEDGE}/{source}`,
  summary: 'Remove a source; the bot no longer answers from it',
  description: 'Deletes a source of a bot’s knowledge. The bot no longer answers from it.',
  input: z.object(OfSource),
  output: z.object({ deleted: z.literal(true) }),
  errors: ['unknown_tenant', 'unknown_bot', 'unknown_source'],
  audit: { fields: ['slug', ...KNOWLEDGE_FIELDS, 'source'], change: removed(one(getKnowledge)) },
});
