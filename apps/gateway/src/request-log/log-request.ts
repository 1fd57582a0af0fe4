import { loggedFieldsOf } from '@parley/common/contracts/logged-fields';
import type { FieldProblem, HttpErrorBody } from '@parley/common/errors';
import type { FastifyRequest } from 'fastify';
import { describeFields } from './describe-fields.ts';
import type { RequestLog } from './request-log.ts';

/** A request of the customer API, as far as it is known. */
interface CustomerRequest {
  /** Taken from the address until the key is known. */
  tenantSlug: string | null;
  tenantId: number | null;
  instanceId: string | null;
  fields: Record<string, unknown> | null;
}

const NAME_MAX = 64;
const METHOD_MAX = 16;

/** Logs an answered request if it was one of the customer API and named a tenant. */
export function logRequest(
  log: RequestLog,
  request: FastifyRequest,
  { method, status, tookMs }: { method: string; status: number; tookMs: number },
): void {
  const { customer } = request;
  if (!customer || customer.tenantSlug === null) return;
  const durationMs = Math.round(tookMs);
  log.note({
    requestId: request.id,
    tenantSlug: customer.tenantSlug.slice(0, NAME_MAX),
    tenantId: customer.tenantId,
    instanceId: customer.instanceId,
    at: Date.now() - durationMs,
    action: request.operation.slice(0, NAME_MAX),
    method: method.slice(0, METHOD_MAX),
    status,
    code: request.errorCode,
    durationMs,
    address: request.clientAddress.slice(0, NAME_MAX),
    body: describeFields(request.operation, customer.fields),
    answer: request.errorAnswer && describeAnswer(request.operation, customer.fields, request.errorAnswer),
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a request of the customer API is answered. */
    customer: CustomerRequest | null;
  }
}

const MASK = '•••';
const ANSWER_MAX = 4000;
const MESSAGE_MAX = 300;
const PROBLEMS_MAX = 10;
/** Values that are searched in a message; a request with more loses its messages. */
const VALUES_MAX = 500;
/** Shorter values are parts of ordinary words. */
const VALUE_MIN = 3;

/** Numbers as long as those of phones and accounts: a provider's message may name them. */
const LONG_NUMBER = /\d(?:[ .-]?\d){6,}/g;
const FIELD = /^[a-z0-9_.[\]]{1,120}$/;

type Values = Readonly<Record<string, unknown>>;

/** The strings and numbers in a value, at any depth; stops above the maximum. */
function collectValues(value: unknown, found: Set<string>): Set<string> {
  if (found.size > VALUES_MAX) return found;
  if (typeof value === 'string' || typeof value === 'number') found.add(String(value).trim());
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) collectValues(inner, found);
  return found;
}

/** Makes a function that masks what the caller gave, and what looks like a person's number or address. */
function makeMask(action: string, fields: Values | null): (message: string) => string | undefined {
  const shown = describeFields(action, fields);
  const given = [...collectValues(fields, new Set())]
    .filter((value) => value.length >= VALUE_MIN && !shown.includes(JSON.stringify(value)))
    .sort((a, b) => b.length - a.length);
  if (given.length > VALUES_MAX) return () => undefined;
  return (message) => {
    let masked = message.slice(0, MESSAGE_MAX);
    for (const value of given) masked = masked.replaceAll(value, MASK);
    const words = masked.replace(LONG_NUMBER, MASK).split(' ');
    return words.map((word) => (word.includes('@') ? MASK : word)).join(' ');
  };
}

/**
 * The answer to a refused request as the log stores it: JSON with the error's code, message, fields and provider. A
 * message can repeat what the caller wrote, so given values are masked as in the request
 * (docs/reference/logged-fields.md#request-log).
 */
export function describeAnswer(action: string, fields: Values | null, answer: HttpErrorBody): string {
  const { error, message, details, provider, retry_after } = answer;
  const names = loggedFieldsOf(action)?.names ?? [];
  const mask = makeMask(action, fields);
  // The name of a field that the action does not have can be any text, and so can a message that repeats it.
  const isKnown = ({ field, code }: FieldProblem): boolean =>
    code !== 'invalid_field' && FIELD.test(field) && names.some((name) => field.split(/[.[]/, 1)[0] === name);
  const problems = details?.slice(0, PROBLEMS_MAX);
  const described = {
    error,
    message: problems && !problems.every(isKnown) ? undefined : mask(message),
    details: problems?.map((problem) =>
      isKnown(problem) ? { ...problem, message: mask(problem.message) } : { field: MASK },
    ),
    provider: provider && { ...provider, message: mask(provider.message) },
    retry_after,
  };
  return JSON.stringify(described).slice(0, ANSWER_MAX);
}
