import type { CUSTOMER_ACTIONS } from './contracts/customer-actions.ts';

/** The hints of the MCP specification about the effects of a tool (docs/reference/mcp.md#tools). */
interface Effect {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
}

const READS: Effect = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Each call has another effect: it makes a message, a link or a code. */
const ADDS: Effect = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
const SETS: Effect = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
/** Replaces or deletes something. */
const REMOVES: Effect = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

/** Every customer action as an MCP tool. An action that is missing here does not compile. */
export const MCP_TOOLS = {
  status: READS,
  send: ADDS,
  'cancel-send': REMOVES,
  message: READS,
  react: SETS,
  'edit-message': REMOVES,
  'delete-message': REMOVES,
  'mark-read': SETS,
  typing: SETS,
  'check-number': READS,
  'reject-call': REMOVES,
  templates: READS,
  'create-template': ADDS,
  'update-template': REMOVES,
  'delete-template': REMOVES,
  channels: READS,
  capabilities: READS,
  'connect-link': ADDS,
  'connect-telegram': SETS,
  'create-session': ADDS,
  'pair-code': ADDS,
  'session-status': READS,
  // A GET, but its code can link a phone.
  'session-qr': ADDS,
  'delete-session': REMOVES,
  'disconnect-channel': REMOVES,
  'comment-reply': ADDS,
  comments: READS,
  conversations: READS,
  messages: READS,
  events: READS,
  webhook: READS,
  'set-webhook': REMOVES,
} as const satisfies Record<(typeof CUSTOMER_ACTIONS)[number]['name'], Effect>;

export type McpTool = keyof typeof MCP_TOOLS;

export const MCP_TOOL_NAMES = Object.keys(MCP_TOOLS) as McpTool[]; // safe: the record has exactly the tools

/** The tools of a new key: those that change nothing. */
export const READING_TOOLS = MCP_TOOL_NAMES.filter((name) => MCP_TOOLS[name].readOnlyHint);
