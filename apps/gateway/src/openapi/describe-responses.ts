import { STATUS_CODES } from 'node:http';
import type { Contract } from '@parley/common/define-contract';
import { statusOf } from '@parley/common/errors';
import type { z } from 'zod';
import { DEFERRED_STATUS } from '../answers/success-status.ts';
import { membersOf } from '../input/input-shape.ts';
import { type Part, refTo } from './shared-parts.ts';

const hasBody = ({ method }: Contract): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

const isRequired = (schema: z.core.$ZodType): boolean => schema._zod.optin === undefined;

/** `missing_…` and `invalid_…` of every field of an operation, in the order of the fields. */
function fieldCodes(fields: Readonly<Record<string, z.core.$ZodType>>, demanded?: string, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const code = `${prefix}${name}`;
    const members = membersOf(schema);
    return [
      ...(isRequired(schema) || code === demanded ? [`missing_${code}`] : []),
      `invalid_${code}`,
      ...(members ? fieldCodes(members, undefined, `${code}_`) : []),
    ];
  });
}

const fieldCodesOf = ({ input, oneOf }: Contract): string[] => fieldCodes(input.shape, oneOf?.[0]);

const accessCodesOf = ({ kind }: Contract): string[] =>
  kind === 'action' ? ['missing_api_key', 'invalid_api_key'] : ['missing_admin_token', 'invalid_admin_token'];

export function codesOf(contract: Contract): string[] {
  const customer = contract.kind === 'action';
  const guarded = customer && contract.name !== 'status';
  return [
    ...accessCodesOf(contract),
    'rate_limited',
    'payload_too_large',
    ...(guarded ? ['insufficient_balance', 'plan_not_eligible'] : []),
    ...(hasBody(contract) ? ['unsupported_media_type', 'invalid_json'] : []),
    ...fieldCodesOf(contract),
    ...(customer && hasBody(contract) ? ['invalid_idempotency_key'] : []),
    ...contract.errors,
    'internal_error',
    'service_unavailable',
  ];
}

const headerRefs = (names: readonly string[]): Part =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

function headersOf(contract: Contract, status: number, success: boolean): Part {
  const limited = contract.kind === 'action' && status === 429;
  return headerRefs([
    'X-Request-Id',
    ...(limited ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(success && contract.kind !== 'internal' ? ['Parley-Unknown-Fields'] : []),
    ...(success && contract.kind === 'action' && hasBody(contract) ? ['Idempotency-Replayed'] : []),
  ]);
}

/** The response of a status from 400. */
export interface ErrorResponse extends Part {
  content: { 'application/json': { schema: { allOf: Part[]; properties: { error: { enum: readonly string[] } } } } };
}

const errorResponse = (contract: Contract, status: number, codes: readonly string[]): ErrorResponse => ({
  description: STATUS_CODES[status] ?? 'Error',
  headers: headersOf(contract, status, false),
  content: {
    'application/json': {
      schema: { allOf: [refTo('schemas', 'ErrorBody')], properties: { error: { enum: codes } } },
    },
  },
});

/**
 * Every response of an operation: its success, and for each status the codes that it can answer
 * (docs/reference/errors.md#error-body).
 */
export function describeResponses(contract: Contract, successSchema: unknown): Part {
  const status = contract.successStatus ?? 200;
  const byStatus = new Map<number, string[]>();
  const ofAccess = accessCodesOf(contract);
  const ofFields = new Set(fieldCodesOf(contract).filter((code) => !ofAccess.includes(code)));
  for (const code of new Set(codesOf(contract))) {
    const at = ofFields.has(code) ? 400 : statusOf(code);
    byStatus.set(at, [...(byStatus.get(at) ?? []), code]);
  }
  const errors = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([at, codes]) => [String(at), errorResponse(contract, at, codes)]);
  const successes = [status, ...(contract.deferredStatus === undefined ? [] : [DEFERRED_STATUS])];
  return {
    ...Object.fromEntries(
      successes.map((at) => [
        String(at),
        {
          description: at === status ? 'Done' : 'Accepted: the work is still to come',
          headers: headersOf(contract, at, true),
          content: { 'application/json': { schema: successSchema } },
        },
      ]),
    ),
    ...Object.fromEntries(errors),
  };
}
