import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpTool } from '@parley/common/contract/mcp-tools';
import { mayCall } from '../callers/over-mcp.ts';
import type { Fields } from '../pipeline/operation.ts';
import { callTool, type McpRequest } from './call-tool.ts';
import { TOOLS } from './tools.ts';

/** A resource that a person attaches to a talk, without a call of the model (docs/reference/mcp.md#resources). */
interface Shown {
  tool: McpTool;
  title: string;
  description: string;
}

const MIME_TYPE = 'text/plain';
/** The code for "not found" in the MCP specification. */
const RESOURCE_NOT_FOUND = -32002;

const LISTS: readonly (Shown & { uri: string; given: Fields })[] = [
  {
    uri: 'parley://conversations',
    tool: 'conversations',
    given: {},
    title: 'Conversations',
    description: 'The conversations with the newest activity',
  },
  {
    uri: 'parley://conversations/waiting',
    tool: 'conversations',
    given: { waiting: true },
    title: 'Waiting conversations',
    description: 'The conversations whose customer waits for an answer',
  },
  {
    uri: 'parley://events',
    tool: 'events',
    given: { order: 'newest' },
    title: 'Events',
    description: 'The newest events of the key',
  },
];

const OF_CONVERSATION: readonly (Shown & { part: string; given: Fields })[] = [
  {
    part: 'messages',
    tool: 'messages',
    given: {},
    title: 'Messages of a conversation',
    description: 'The newest messages of a conversation',
  },
  {
    part: 'contact',
    tool: 'contact',
    given: {},
    title: 'Person of a conversation',
    description: 'The person of a conversation, with addresses, consent and conversations',
  },
  {
    part: 'events',
    tool: 'events',
    given: { order: 'newest' },
    title: 'Events of a conversation',
    description: 'The newest events of a conversation',
  },
];
const CONVERSATION = /^parley:\/\/conversations\/([1-9]\d{0,9})\/([a-z]{1,20})$/;

/** Whether the key has the tool of a resource: a resource needs the same permissions. */
const isAllowed =
  ({ key }: McpRequest) =>
  ({ tool }: Shown): boolean => {
    const found = TOOLS.get(tool);
    return found !== undefined && mayCall(key, found.operation);
  };

export const listResources = (asked: McpRequest): Resource[] =>
  LISTS.filter(isAllowed(asked)).map(({ uri, title, description }) => ({
    ...{ uri, name: uri.replace('parley://', ''), title, description, mimeType: MIME_TYPE },
  }));

export const listTemplates = (asked: McpRequest): ResourceTemplate[] =>
  OF_CONVERSATION.filter(isAllowed(asked)).map(({ part, title, description }) => ({
    uriTemplate: `parley://conversations/{conversation_id}/${part}`,
    ...{ name: `conversation-${part}`, title, description, mimeType: MIME_TYPE },
  }));

/** The tool call behind a resource; null: there is no such resource. */
function callOf(uri: string): { tool: McpTool; given: Fields } | null {
  const list = LISTS.find((one) => one.uri === uri);
  if (list) return list;
  const [, id, part] = CONVERSATION.exec(uri) ?? [];
  const found = OF_CONVERSATION.find((one) => one.part === part);
  return found ? { tool: found.tool, given: { ...found.given, conversation_id: Number(id) } } : null;
}

/** Reads a resource by calling its tool: with the same permissions, limits, frame and log. */
export async function readResource(uri: string, asked: McpRequest): Promise<ReadResourceResult> {
  const call = callOf(uri);
  if (!call) throw new McpError(RESOURCE_NOT_FOUND, 'No resource has this address.', { uri });
  const { isError, content } = await callTool(call.tool, call.given, asked);
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (isError) throw new McpError(ErrorCode.InvalidRequest, texts.join('\n'), { uri });
  return { contents: texts.map((text) => ({ uri, mimeType: MIME_TYPE, text })) };
}
