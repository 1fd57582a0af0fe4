import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { pollUntil } from '../poll-until.ts';

type JsonObject = Record<string, unknown>;

/** The result of a tool: its data, and its other texts. */
export interface ToolAnswer {
  isError: boolean;
  /** Empty when the text has no frame. */
  data: JsonObject;
  /** The whole first text, with its frame. */
  text: string;
  notes: string[];
}

/** An event of the ledger, as the tool `events` answers it. */
const Event = z.object({ event: z.string(), data: z.record(z.string(), z.unknown()) });
const EventPage = z.object({ events: z.array(Event), has_more: z.boolean(), next_after: z.string().nullable() });
type Event = z.infer<typeof Event>;

export interface McpClient {
  client: Client;
  call(name: string, args?: JsonObject): Promise<ToolAnswer>;
  /**
   * The first event of the key that matches, once it is listed: the ledger lists an event when every transaction that
   * began before it has ended.
   */
  findEvent(matches: (event: Event) => boolean): Promise<Event>;
}

const textsOf = ({ content }: CallToolResult): string[] =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : []));

/** The SDK's own client, connected to `{base}mcp` with a key. */
export async function openMcp(base: string, key: string): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${base}mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // safe: the transport is one, except that its types do not distinguish absent members from undefined ones
  await client.connect(transport as Transport);
  const call: McpClient['call'] = async (name, args = {}) => {
    // safe: without a task the result is that of a call
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const [text = '', ...notes] = textsOf(result);
    const json = /<data>\n(.*)\n<\/data>$/.exec(text)?.[1] ?? '{}';
    return { isError: result.isError === true, data: JSON.parse(json), text, notes };
  };
  const readEvents = async () => {
    const events: Event[] = [];
    for (let after: string | null = null; ; ) {
      const page = EventPage.parse((await call('events', { limit: 25, ...(after ? { after } : {}) })).data);
      events.push(...page.events);
      if (!page.has_more) return events;
      after = page.next_after;
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
