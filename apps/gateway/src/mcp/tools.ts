import type { Tool as Definition } from '@modelcontextprotocol/sdk/types.js';
import type { McpEffect } from '@parley/common/contract/action-facets';
import { UNNAMED } from '@parley/common/contract/unnamed-schemas';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { z } from 'zod';
import { ITEMS_BY_DEFAULT, ITEMS_MAX } from '../callers/over-mcp.ts';
import { withoutNoise } from '../openapi/simplify-schemas.ts';
import type { Operation } from '../pipeline/operation.ts';
import { makeActionOperation } from '../uploads/upload-operations.ts';

type Action = (typeof CUSTOMER_ACTIONS)[number];

/** An action as a tool (docs/reference/mcp.md#tools). */
export interface Tool {
  definition: Definition;
  operation: Operation;
  /** The list in an answer without pages: a result has at most `ITEMS_MAX` of its elements, from `offset`. Null: none. */
  list: string | null;
}

/** The hints of the MCP specification about the effects of a tool. */
interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
}

const HINTS: Readonly<Record<McpEffect, Hints>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  sets: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  removes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'A text of your choice. If the outcome of a call is unknown, repeat the call with the same text: it takes effect only once',
};
const OFFSET = { type: 'integer', minimum: 0, default: 0, description: 'Elements of the list to skip' };
const LIMIT = { type: 'integer', minimum: 1, maximum: ITEMS_MAX, default: ITEMS_BY_DEFAULT };

/** Base64 that fits a call, whose body has at most 1 MiB: 750 kB of a file. */
const DATA_MAX = 1_000_000;
const DATA = {
  type: 'string',
  maxLength: DATA_MAX,
  description: 'The bytes in base64, at most 750 kB of them; a larger file is uploaded over HTTP (?action=upload)',
};

function describeInput({ method, input, mcpList }: Action): Definition['inputSchema'] {
  const { $schema, properties, ...rest } = z.toJSONSchema(input, { io: 'input', metadata: UNNAMED });
  const schema = withoutNoise({
    ...rest,
    type: 'object',
    properties: {
      ...properties,
      ...(properties && 'limit' in properties ? { limit: LIMIT } : {}),
      ...(properties && 'data' in properties ? { data: DATA } : {}),
      ...(mcpList ? { offset: OFFSET } : {}),
      ...(method === 'POST' ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
    },
  });
  return schema as Definition['inputSchema']; // safe: the schema of an object
}

function makeTool(action: Action): Tool {
  const { name, summary, mcp } = action;
  const more = 'description' in action ? `. ${action.description}` : '';
  return {
    definition: {
      name,
      title: summary,
      description: `${summary}${more}`,
      inputSchema: describeInput(action),
      annotations: { title: summary, ...HINTS[mcp] },
    },
    operation: makeActionOperation(action),
    list: action.mcpList ?? null,
  };
}

/** A Map, so that names such as `constructor` are not tools. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  CUSTOMER_ACTIONS.map((action) => [action.name, makeTool(action)]),
);
