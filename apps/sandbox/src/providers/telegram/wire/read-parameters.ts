import type { FastifyRequest } from 'fastify';
import { fieldsOf } from '../../../http/read-fields.ts';

/**
 * The parameters of a Bot API call, from query, form or JSON. In query and form, nested values are JSON texts and
 * numbers are strings; both are converted here.
 */
export function readParameters(request: FastifyRequest): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fieldsOf(request.query))) parameters[name] = undoText(value);
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  for (const [name, value] of Object.entries(fieldsOf(request.body))) {
    parameters[name] = isForm ? undoText(value) : value;
  }
  return parameters;
}

/** A string parameter; numbers are accepted as the Bot API does. */
export function textOf(parameters: Record<string, unknown>, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function undoText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value; // a message text may well begin with a bracket
  }
}
