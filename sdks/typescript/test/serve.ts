import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ClientOptions, createClient, type Parley } from '@parley/sdk';
import { onTestFinished } from 'vitest';

/** How the server answers a request, by the number of those before it. */
type Answer = (response: ServerResponse, request: IncomingMessage, before: number) => void;

export const STATUS = { ok: true, instance_id: 'ins_1', channels: [], balance: 0 };
export const KEY = 'pk_live_secret';

export const answerJson = (response: ServerResponse, status: number, body: object, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** A client of a server on this machine, and the requests that arrived there. */
export async function serve(
  answer: Answer,
  options: ClientOptions = {},
): Promise<{ client: Parley; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => answer(response, request, requests.push(request) - 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    client: createClient({ baseUrl: `http://127.0.0.1:${port}/demo/api/messaging/`, apiKey: KEY, ...options }),
    requests,
  };
}
