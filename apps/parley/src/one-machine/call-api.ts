import { request } from 'undici';
import { z } from 'zod';

const Refused = z.object({ error: z.string() });

/** An HTTP API refused a call of the demo's preparation; `code` is the returned error code. */
export class RefusedCall extends Error {
  readonly code: string | null;

  constructor(url: string, answer: unknown) {
    super(`The demo could not be prepared: ${url} answered ${JSON.stringify(answer)}`);
    this.code = Refused.safeParse(answer).data?.error ?? null;
  }
}

/** Calls an HTTP API as a customer's system would. Throws {@link RefusedCall}. */
export async function callApi(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
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
  if (answer.statusCode >= 400) throw new RefusedCall(url, result);
  return result;
}
