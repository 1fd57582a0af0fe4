import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** How the server answers a request, by the number of those before it. */
type Answer = (response: ServerResponse, request: IncomingMessage, before: number) => void;

export const answerJson = (response: ServerResponse, status: number, body: object, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** The address of a server on this machine, and the requests that arrive there. */
export async function serve(answer: Answer): Promise<{ origin: string; url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => answer(response, request, requests.push(request) - 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { origin, url: `${origin}/demo/api/messaging/`, requests };
}
