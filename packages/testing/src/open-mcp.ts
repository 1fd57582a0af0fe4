import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { pollUntil } from './poll-until.ts';

/** The result of a tool: its data, and its other texts. */
export interface ToolAnswer {
  isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: safe: tests look into answers freely
  data: any;
  /** The whole first text, with its frame. */
  text: string;
  notes: string[];
}

export interface McpClient {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  /**
   * The first event of the key that matches, once it is listed: the ledger lists an event when every transaction that
   * began before it has ended.
   */
  // biome-ignore lint/suspicious/noExplicitAny: safe: tests look into events freely
  findEvent(matches: (event: any) => boolean): Promise<any>;
}

const textsOf = ({ content }: CallToolResult): string[] =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : []));

/** The SDK's own client, connected to `{base}mcp` with a key. */
export async function openMcp(base: string, key: string): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${base}mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // safe: the transport is one, except that its types do not tell absent members from undefined ones
  await client.connect(transport as Transport);
  const call: McpClient['call'] = async (name, args = {}) => {
    // safe: without a task the result is that of a call
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const [text = '', ...notes] = textsOf(result);
    const json = /<data>\n(.*)\n<\/data>$/.exec(text)?.[1];
    return { isError: result.isError === true, data: json === undefined ? null : JSON.parse(json), text, notes };
  };
  const readEvents = async () => {
    const events = [];
    for (let after: string | undefined; ; ) {
      const { data } = await call('events', { limit: 25, ...(after ? { after } : {}) });
      events.push(...data.events);
      if (!data.has_more) return events;
      after = data.next_after;
    }
  };
  return {
    client,
    call,
    findEvent: (matches) =>
      pollUntil(async () => (await readEvents()).find(matches) ?? null, { what: () => 'the event in the ledger' }),
  };
}

/** Uses a client, and closes it. */
export async function withMcp<T>(base: string, key: string, use: (mcp: McpClient) => Promise<T>): Promise<T> {
  const mcp = await openMcp(base, key);
  return use(mcp).finally(() => mcp.client.close());
}
