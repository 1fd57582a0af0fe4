import { request as httpRequest } from 'node:http';

/** One server-sent event; `closed` marks the end of the connection. */
export interface StreamedEvent {
  event: string;
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of every event
  data: any; // safe: each test asserts the members that it reads
}

export interface EventStream {
  /** The next event that tRPC's client would emit. */
  next(): Promise<StreamedEvent>;
  close(): void;
}

const UNHEARD = new Set(['connected', 'ping', 'restore-id']);

function parseEvent(block: string): StreamedEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  );
  const [event, data, id] = [fields.get('event') ?? 'message', fields.get('data'), fields.get('id')];
  if (UNHEARD.has(event) || data === undefined) return null;
  return { event, data: data === '' ? null : JSON.parse(data), ...(id ? { id } : {}) };
}

/** Server-sent events of a path, as a browser receives them. */
export function openEventStream(origin: string, path: string, headers: Record<string, string>): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(new URL(path, origin), { headers, agent: false }, (incoming) => {
      const heard: StreamedEvent[] = [];
      let waiting: ((event: StreamedEvent) => void) | null = null;
      let rest = '';
      const tell = (event: StreamedEvent): void => {
        if (!waiting) return void heard.push(event);
        waiting(event);
        waiting = null;
      };
      incoming.setEncoding('utf8');
      incoming.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const event = parseEvent(block.trim());
          if (event) tell(event);
        }
      });
      incoming.on('close', () => tell({ event: 'closed', data: null }));
      incoming.on('error', () => undefined);
      resolve({
        next: () =>
          new Promise((hear) => {
            const event = heard.shift();
            if (event) hear(event);
            else waiting = hear;
          }),
        close: () => void outgoing.destroy(),
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
