import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant } from '../../fields.ts';

export const PROVIDER_APPS = ['meta', 'tiktok'] as const;

export const ProviderAppView = z
  .object({
    provider: z.enum(PROVIDER_APPS),
    app_id: z.string().nullable(),
    missing: z
      .array(z.string())
      .describe('Missing settings without which the app does not work; empty: it is configured'),
    callback_url: z.string().describe('The address that the provider calls'),
    redirect_url: z.string().describe('The address to which its dialog redirects'),
    last_received_at: Instant.nullable().describe(
      'The time of the last message on its channels, among the newest 5,000 messages',
    ),
    last_refused: z
      .object({ at: Instant, message: z.string() })
      .nullable()
      .describe('The first refusal of the app on the last day of 30 that had one'),
  })
  .register(SCHEMA_NAMES, { id: 'ProviderApp' });

/**
 * The running versions, the workers that hold work, and the apps at the providers
 * (docs/reference/operator-api.md#system).
 */
export const showSystem = defineOperator({
  service: 'notifications',
  name: 'show-system',
  method: 'GET',
  path: '/system',
  summary: 'Versions, running workers and provider apps of the deployment',
  description:
    'Returns the version of Parley, the running worker processes, and for each provider whether its app is configured, with what is missing and its latest refusal.',
  input: z.object({}),
  output: z.object({
    parley: z.string().describe('Version of the responding worker'),
    node: z.string(),
    postgresql: z.string(),
    migration: z.string().nullable().describe('The last one that was applied'),
    workers: z
      .array(z.object({ service: z.string(), worker: z.string(), since: Instant }))
      .describe('Running processes that hold work, by service; the first 200'),
    provider_apps: z.array(ProviderAppView),
  }),
  errors: [],
});
