import { request } from 'undici';

/** Calls an HTTP API as a customer's system would; throws on a refusal, with the answer. */
export async function callApi(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  url: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<unknown> {
  const answer = await request(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const result: unknown = await answer.body.json();
  if (answer.statusCode >= 400)
    throw new Error(`The demo could not be prepared: ${url} answered ${JSON.stringify(result)}`);
  return result;
}
