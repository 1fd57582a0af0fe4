import type { Tool as Definition } from '@modelcontextprotocol/sdk/types.js';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { MCP_TOOLS } from '@parley/common/mcp-tools';
import { UNNAMED } from '@parley/common/unnamed-schemas';
import { z } from 'zod';
import { ITEMS_BY_DEFAULT, ITEMS_MAX } from '../callers/over-mcp.ts';
import { withoutNoise } from '../openapi/simplify-schemas.ts';
import { makeApiOperation, type Operation } from '../pipeline/operation.ts';

type Action = (typeof CUSTOMER_ACTIONS)[number];

/** An action as a tool (docs/reference/mcp.md#tools). */
export interface Tool {
  definition: Definition;
  operation: Operation;
  /** The list in an answer without pages: a result has at most `ITEMS_MAX` of its elements, from `offset`. Null: none. */
  list: string | null;
}

/** The list in the answer of each action without pages. */
const LISTS: Readonly<Record<string, string>> = {
  channels: 'channels',
  capabilities: 'accounts',
  templates: 'templates',
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

function describeInput({ name, method, input }: Action): Definition['inputSchema'] {
  const { $schema, properties, ...rest } = z.toJSONSchema(input, { io: 'input', metadata: UNNAMED });
  const schema = withoutNoise({
    ...rest,
    type: 'object',
    properties: {
      ...properties,
      ...(properties && 'limit' in properties ? { limit: LIMIT } : {}),
      ...(name in LISTS ? { offset: OFFSET } : {}),
      ...(method === 'POST' ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
    },
  });
  return schema as Definition['inputSchema']; // safe: the schema of an object
}

function makeTool(action: Action): Tool {
  const { name, summary } = action;
  const more = 'description' in action ? `. ${action.description}` : '';
  return {
    definition: {
      name,
      title: summary,
      description: `${summary}${more}`,
      inputSchema: describeInput(action),
      annotations: { title: summary, ...MCP_TOOLS[name] },
    },
    operation: makeApiOperation(action),
    list: LISTS[name] ?? null,
  };
}

/** A Map, so that names such as `constructor` are not tools. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  CUSTOMER_ACTIONS.map((action) => [action.name, makeTool(action)]),
);
