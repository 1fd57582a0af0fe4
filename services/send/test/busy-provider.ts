import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** How long a platform takes for a message, so that several are in progress at a time. */
const ANSWER_MS = 10;

const PATHS = [
  { channel: 'tg', form: /^\/bot([^/]+)\/sendMessage$/ },
  { channel: 'wa', form: /^\/v[\d.]+\/(\d+)\/messages$/ },
] as const;
type BusyChannel = (typeof PATHS)[number]['channel'];

const TelegramSend = z.looseObject({ chat_id: z.coerce.string() }).transform(({ chat_id }) => chat_id);
const WhatsAppSend = z.looseObject({ to: z.string() }).transform(({ to }) => to);
const RECIPIENT = { tg: TelegramSend, wa: WhatsAppSend };

const accept = {
  tg: (id: number, to: string) => ({ ok: true, result: { message_id: id, date: 1, chat: { id: Number(to) } } }),
  wa: (id: number, to: string) => ({
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id: `wamid.${id}` }],
  }),
};

export interface BusyProvider {
  url: string;
  accepted(): number;
  /** Messages that came again, as `<account> <recipient>`. */
  repeated(): string[];
  /** The most messages of each account that were in progress at a time. */
  mostAtOnce(): ReadonlyMap<string, { channel: BusyChannel; count: number }>;
  close(): Promise<void>;
}

/** Telegram and WhatsApp, for one message to each recipient: counts, and remembers only the recipients. */
export async function startBusyProvider(): Promise<BusyProvider> {
  const seen = new Set<string>();
  const repeated: string[] = [];
  const underWay = new Map<string, number>();
  const most = new Map<string, { channel: BusyChannel; count: number }>();

  async function take(channel: BusyChannel, account: string, to: string): Promise<object> {
    const count = (underWay.get(account) ?? 0) + 1;
    underWay.set(account, count);
    if (count > (most.get(account)?.count ?? 0)) most.set(account, { channel, count });
    const key = `${account} ${to}`;
    if (seen.has(key)) repeated.push(key);
    seen.add(key);
    const id = seen.size;
    await pause(ANSWER_MS);
    underWay.set(account, (underWay.get(account) ?? 0) - 1);
    return accept[channel](id, to);
  }

  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse((await text(request)) || '{}');
    response.setHeader('content-type', 'application/json');
    for (const { channel, form } of PATHS) {
      const account = form.exec(request.url ?? '')?.[1];
      if (account === undefined) continue;
      const answer = await take(channel, account, RECIPIENT[channel].parse(body));
      return void response.end(JSON.stringify(answer));
    }
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    accepted: () => seen.size,
    repeated: () => repeated,
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
