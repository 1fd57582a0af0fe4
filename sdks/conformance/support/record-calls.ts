import { createServer } from 'node:http';
import type { SdkMethod } from '../../generate/read-document.ts';

export interface RecordedCall {
  action: string;
  input: unknown;
}

/** The answer to every call. */
interface RecordedAnswer {
  status: number;
  body: object;
}
const REFUSAL: RecordedAnswer = { status: 418, body: { ok: false, error: 'rate_limited' } };

/** Records the calls to `{url}{action}` that a program makes, over a server that refuses them or gives this answer. */
export async function recordCalls(
  use: (url: string) => Promise<unknown>,
  { status, body: answer }: RecordedAnswer = REFUSAL,
): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const input = request.method === 'GET' ? Object.fromEntries(searchParams) : JSON.parse(body);
    calls.push({ action: pathname.slice(1), input });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
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

/** The call that the sample of a method makes with the example of the document; a query has only texts. */
export const recordedExample = ({ action, method, example }: SdkMethod): RecordedCall => ({
  action,
  input:
    method === 'GET'
      ? Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]))
      : example,
});
