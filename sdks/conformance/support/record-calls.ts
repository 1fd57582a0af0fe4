import { createServer } from 'node:http';

export interface RecordedCall {
  action: string;
  input: unknown;
}

/** A server that refuses and records every call to `{url}{action}`. */
export async function recordCalls<Result>(use: (url: string) => Promise<Result>): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const input = request.method === 'GET' ? Object.fromEntries(searchParams) : JSON.parse(body);
    calls.push({ action: pathname.slice(1), input });
    response.writeHead(418, { 'content-type': 'application/json' }).end('{"ok":false,"error":"rate_limited"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    await use(`http://127.0.0.1:${port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return calls;
}

/** A call as it is recorded: numbers of a query arrive as text. */
export const asRecorded = ({ action, input }: { action: string; input: object }): RecordedCall => ({
  action,
  input: JSON.parse(JSON.stringify(input), (_, value) => (typeof value === 'number' ? String(value) : value)),
});
