import { request } from 'undici';
import { notePrivate } from './private-strings.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of every operation
  body: any; // safe: each test asserts the members that it reads
}

/** One HTTP call with a JSON answer. */
export async function callJson(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  options: { token?: string; body?: object | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  notePrivate(options.body);
  if (options.token) notePrivate({ token: options.token });
  const answer = await request(url, {
    method,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
    headersTimeout: 40_000,
  });
  const text = await answer.body.text();
  const body = text === '' ? null : JSON.parse(text);
  // The product's own sentences are not private; errors have them in `message`.
  if (answer.statusCode < 400) notePrivate(body);
  return { status: answer.statusCode, headers: answer.headers, body };
}
