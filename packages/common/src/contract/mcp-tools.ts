import { CUSTOMER_ACTIONS } from '../contracts/customer-actions.ts';

/** A customer action as an MCP tool (docs/reference/mcp.md#tools). */
export type McpTool = (typeof CUSTOMER_ACTIONS)[number]['name'];

export const MCP_TOOL_NAMES: McpTool[] = CUSTOMER_ACTIONS.map(({ name }) => name);

/** The tools of a new key: those that change nothing. */
export const READING_TOOLS: McpTool[] = CUSTOMER_ACTIONS.filter(({ mcp }) => mcp === 'reads').map(({ name }) => name);
