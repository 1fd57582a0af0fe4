import { snakeKey } from '@parley/common/casing/camel';
import { busSchemasOf } from '@parley/common/casing/contract-casing';
import type { Contract } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { z } from 'zod';

/** A caller repairs its first problems; a list of thousands would cost more than the call. */
const MAX_DETAILS = 50;
const MAX_MESSAGE = 500;

function detailOf({ path, message }: z.core.$ZodIssue) {
  const field = path.map((part) => snakeKey(String(part))).join('.') || 'input';
  return { field, code: `invalid_${field.replaceAll('.', '_')}` as const, message: message.slice(0, MAX_MESSAGE) };
}

/** Parses a request's input by its contract; throws the error of the first problem, with the first 50 as details. */
export function parseInput(contract: Contract, given: unknown): unknown {
  const input = busSchemasOf(contract).input.safeParse(given);
  if (input.success) return input.data;
  const details = input.error.issues.slice(0, MAX_DETAILS).map(detailOf);
  const [first] = details;
  throw new AppError(first?.code ?? 'invalid_input', {
    message: `${first?.field ?? 'input'}: ${first?.message ?? 'invalid'}`,
    details,
    cause: input.error,
  });
}
