import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { Cursor, InstanceId, Instant, line, pageLimit } from '../../fields.ts';

export const RequestView = z.object({
  id: z.string(),
  at: Instant,
  instance_id: z.string().nullable().describe('The key; null if it was refused'),
  action: z.string(),
  method: z.string(),
  status: z.int(),
  code: z.string().nullable().describe('The code of the error'),
  duration_ms: z.int(),
});

const RequestId = z.string().regex(/^req_[0-9a-z]{10,40}$/, 'must be the id of a request (req_…)');

/** Requests with keys of the workspace, kept for 30 days (docs/reference/console.md#request-log). */
export const listRequests = defineConsole({
  service: 'accounts',
  name: 'list-requests',
  method: 'GET',
  summary: 'API requests of the workspace, newest first',
  permission: 'requests.read',
  input: z.object({
    limit: pageLimit(200, 50),
    cursor: Cursor.optional(),
    instance_id: InstanceId.optional(),
    action: line(60).optional(),
    outcome: z.enum(['done', 'refused']).optional(),
    code: line(60).optional().describe('The code of the error'),
    request_id: RequestId.optional(),
    since: Instant.optional(),
    until: Instant.optional(),
  }),
  output: z.object({ items: z.array(RequestView), next_cursor: z.string().nullable() }),
  errors: [],
});

export const getRequest = defineConsole({
  service: 'accounts',
  name: 'get-request',
  method: 'GET',
  summary: 'One API request, with its fields and its error',
  permission: 'requests.read',
  input: z.object({ request_id: RequestId }),
  output: RequestView.extend({
    address: z.string(),
    body: z.string().describe('Its fields as JSON, or their beginning; only listed fields have their values'),
    answer: z
      .string()
      .nullable()
      .describe(
        'The returned error as JSON, or its beginning, without given values; null: the request was not refused',
      ),
    advice: z.string().nullable().describe('How to fix the error, by its code'),
  }),
  errors: ['unknown_request'],
});
