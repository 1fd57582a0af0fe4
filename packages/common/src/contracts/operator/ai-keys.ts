import { z } from 'zod';
import { AiProvider } from '../../ai-providers.ts';
import { changed, itemOf, removed } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, line, Slug } from '../../fields.ts';

const AI_KEY_FIELDS = ['provider', 'base_url', 'last4', 'status', 'tested_at'];

export const AiKeyStatus = z.enum(['untested', 'works', 'refused', 'out_of_money']);

/** Model names: Google's are part of a URL path. */
export const ModelName = line(200).regex(/^[A-Za-z0-9][\w:-]*(?:[./][\w:-]+)*$/, 'must be the name of a model');

export const AiKeyView = z
  .object({
    provider: AiProvider,
    base_url: z.string().nullable().describe('Null: the provider’s own address'),
    last4: z.string(),
    status: AiKeyStatus,
    tested_at: Instant.nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'AiKey' });

const Problem = z
  .string()
  .nullable()
  .describe('The reason why a test failed; the status changes only if the reason concerns the key');

const OfProvider = { slug: Slug, provider: AiProvider };
const AT_PROVIDER = '/tenants/{slug}/ai-keys/{provider}';

export const listAiKeys = defineOperator({
  service: 'bots',
  name: 'list-ai-keys',
  method: 'GET',
  path: '/tenants/{slug}/ai-keys',
  summary: 'A tenant’s keys of AI providers, and the keys that the deployment offers',
  description:
    'Returns for each AI provider whether the tenant has a key and its state, and which providers the deployment offers. Keys are never shown.',
  input: z.object({ slug: Slug }),
  output: z.object({
    items: z.array(AiKeyView),
    platform: z.object({
      providers: z.array(AiProvider).describe('Bots of these providers may have key_mode platform'),
      price: z.number().describe('Credits for a reply on such a key, in addition to its messages'),
    }),
  }),
  errors: ['unknown_tenant'],
});

const ONE_KEY = itemOf(listAiKeys, { provider: 'provider' });

/** Set the tenant's key (docs/reference/bots.md#keys): write-only. */
export const setAiKey = defineOperator({
  service: 'bots',
  name: 'set-ai-key',
  method: 'PUT',
  path: AT_PROVIDER,
  summary: 'Set a tenant’s own key of an AI provider; it is never shown again',
  description:
    'Stores a tenant’s key of OpenAI, Anthropic or Google, encrypted, after a test of it. Bots of this tenant then use it and the tenant pays the provider itself.',
  input: z.object({
    ...OfProvider,
    api_key: z
      .string()
      .regex(/^[\x21-\x7e]{8,1024}$/, 'must be 8 to 1024 visible ASCII characters without spaces')
      .describe('Encrypted at rest, used only for this tenant’s bots'),
    base_url: line(2048).nullable().optional().describe('A compatible server instead of the provider’s own address'),
    test: z
      .boolean()
      .optional()
      .describe(
        'Requests one word from a small model first: a key that the provider refuses is not stored, and the previous one stays',
      ),
  }),
  output: AiKeyView.extend({ problem: Problem }),
  errors: ['unknown_tenant'],
  deadlineMs: 40_000,
  audit: { fields: ['slug', ...AI_KEY_FIELDS, 'test'], change: changed(ONE_KEY, { secrets: ['api_key'] }) },
});

export const testAiKey = defineOperator({
  service: 'bots',
  name: 'test-ai-key',
  method: 'POST',
  path: `${AT_PROVIDER}/test`,
  summary: 'Test the tenant’s key with a call for one word, which costs a few tokens',
  description:
    'Requests one word from a model of the provider and returns works, refused or out_of_money. The call costs a few tokens on the tenant’s account.',
  input: z.object({ ...OfProvider, model: ModelName.optional().describe('Default: a small model of the provider') }),
  output: AiKeyView.extend({ problem: Problem }),
  errors: ['unknown_tenant', 'unknown_ai_key'],
  deadlineMs: 40_000,
  audit: { fields: ['slug', ...AI_KEY_FIELDS, 'model'], change: changed(ONE_KEY, { fields: ['status'] }) },
});

export const deleteAiKey = defineOperator({
  service: 'bots',
  name: 'delete-ai-key',
  method: 'DELETE',
  path: AT_PROVIDER,
  summary: 'Remove a tenant’s key; bots that run on it stop',
  description:
    'Deletes a tenant’s key of an AI provider. Bots that run on it stop until a key is set or they use the deployment’s.',
  input: z.object(OfProvider),
  output: z.object({ deleted: z.literal(true) }),
  errors: ['unknown_tenant', 'unknown_ai_key'],
  audit: { fields: ['slug', ...AI_KEY_FIELDS], change: removed(ONE_KEY) },
});
