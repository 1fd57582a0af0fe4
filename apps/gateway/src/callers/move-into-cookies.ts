import type { FastifyReply } from 'fastify';
import type { BrowserCookie } from '../browser-cookie.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { type MemberOperation, traitsOf } from './member-operation.ts';

export interface Cookies {
  /** Holds the token of the session. */
  cookie: BrowserCookie;
  /** Recognises a browser that signed in before. */
  deviceCookie: BrowserCookie;
}

/** The token in an answer that opens a session. */
function tokenOf(output: unknown): string {
  // safe: the outputs of operations that open a session have it, and were parsed
  return (output as { session_token: string }).session_token;
}

/** Writes the cookies that an operation declares; returns the rest of its output. */
export function moveIntoCookies(
  { cookie, deviceCookie }: Cookies,
  reply: FastifyReply,
  { asked }: MemberOperation,
  output: unknown,
  { deviceSecret }: RequestContext,
): unknown {
  const { opensSession, endsSession, remembersDevice } = traitsOf(asked);
  if (endsSession) reply.header('set-cookie', cookie.clear());
  if (opensSession) reply.header('set-cookie', cookie.write(tokenOf(output)));
  if (remembersDevice && deviceSecret !== undefined) reply.header('set-cookie', deviceCookie.write(deviceSecret));
  return opensSession ? { ok: true } : output;
}
