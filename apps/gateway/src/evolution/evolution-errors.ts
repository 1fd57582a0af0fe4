import { STATUS_CODES } from 'node:http';
import { AppError } from '@parley/common/errors';
import { jidOf } from '@parley/common/evolution/addresses';
import type { FastifyReply } from 'fastify';
import { buildError } from '../answers/build-error.ts';
import { JSON_TYPE, noteError } from '../answers/send-answer.ts';

/** An error in Evolution API's own words (docs/reference/evolution.md#errors). */
export class EvolutionError extends Error {
  readonly status: number;
  /** The code in Parley's request log. */
  readonly code: string;
  /** `response.message`. */
  readonly words: unknown;
  /** The action of Parley to use instead. */
  readonly action: string | null;

  constructor(status: number, code: string, words: unknown, action: string | null = null) {
    super(code);
    this.name = 'EvolutionError';
    this.status = status;
    this.code = code;
    this.words = words;
    this.action = action;
  }
}

export const unknownInstance = (name: string): EvolutionError =>
  new EvolutionError(404, 'unknown_instance', [`The "${name}" instance does not exist`]);

/** Problems of a body, as its JSON schema would report them. */
export const badBody = (problems: readonly string[]): EvolutionError =>
  new EvolutionError(400, 'invalid_body', [problems]);

export const notOnNetwork = (to: string): EvolutionError => {
  const jid = jidOf(to);
  return new EvolutionError(400, 'not_on_network', [{ jid, exists: false, number: jid.split('@', 1)[0] }]);
};

/** A route or option that Parley does not offer here. */
export const notOffered = (words: string, action: string | null): EvolutionError =>
  new EvolutionError(501, 'not_offered', [words], action);

/** Whether a send or act failed because the number is not on the network. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'device_error' && error.extras.provider?.code === 'not_on_network';

interface Body {
  status: number;
  error: string;
  response: { message: unknown; code?: string; action?: string };
}

const bodyOf = (status: number, response: Body['response']): Body => ({
  status,
  error: STATUS_CODES[status] ?? 'Error',
  response,
});

const UNAUTHORIZED: Body = bodyOf(401, { message: 'Unauthorized' });

/** An error of Parley as `response`: its message, or the problem of each field, by the caller's own name for it. */
function responseOf(error: unknown, message: string, code: string, names: Readonly<Record<string, string>>) {
  const details = error instanceof AppError ? error.extras.details : undefined;
  if (!details) return { message: [message], code };
  const problems = details.map(({ field, message: problem }) => {
    const [member = ''] = field.split(/[.[]/, 1);
    const own = names[member];
    return own !== undefined && problem.startsWith(member) ? `${own}${problem.slice(member.length)}` : problem;
  });
  return { message: [problems], code };
}

/** Sends an error in Evolution API's envelope; `names` are the caller's names of Parley's fields. */
export function sendEvolutionError(
  reply: FastifyReply,
  error: unknown,
  names: Readonly<Record<string, string>>,
): FastifyReply {
  const { request } = reply;
  const send = (status: number, body: Body): FastifyReply =>
    reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body));
  if (error instanceof EvolutionError) {
    const { status, code, words, action } = error;
    request.errorCode = code;
    return send(status, bodyOf(status, { message: words, ...(action === null ? {} : { action }) }));
  }
  const answer = buildError(error, request);
  noteError(request, answer, error);
  const { status, code, headers, body } = answer;
  reply.headers(headers);
  return send(status, status === 401 ? UNAUTHORIZED : bodyOf(status, responseOf(error, body.message, code, names)));
}
