import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';

/** Maximum number of requests per call. */
export const REQUESTS_MAX = 500;

/** A logged request with an API key, including one that was refused for its key. */
export const LoggedRequest = z.object({
  requestId: z.string().max(64),
  tenantSlug: z.string().max(64),
  tenantId: z.int().nullable().describe('Null: it was refused before its key was known'),
  instanceId: z.string().max(64).nullable(),
  at: z.number().describe('Milliseconds since the epoch'),
  action: z.string().max(64),
  method: z.string().max(16),
  status: z.int(),
  code: z.string().max(64).nullable(),
  durationMs: z.int(),
  address: z.string().max(64),
  body: z.string().max(4096).describe('Listed fields as JSON, or their beginning'),
  answer: z.string().max(4096).nullable().describe('The error as JSON, or its beginning; null: it was not refused'),
});
export type LoggedRequest = z.infer<typeof LoggedRequest>;

/** Stores customers' requests (docs/reference/console.md#request-log). */
export const recordRequests = defineInternal({
  service: 'accounts',
  name: 'record-requests',
  input: z.object({ items: z.array(LoggedRequest).max(REQUESTS_MAX) }),
  output: z.object({}),
  errors: [],
});
