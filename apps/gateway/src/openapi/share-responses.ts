import { STATUS_CODES } from 'node:http';
import type { ErrorResponse } from './describe-responses.ts';
import { typeName } from './schema-names.ts';
import { type Part, refTo } from './shared-parts.ts';

/** The operations of a document, with their responses by status. */
interface WithResponses {
  responses: Record<string, unknown>;
}

const nameOfStatus = (status: string): string =>
  (STATUS_CODES[status] ?? `Status${status}`).replaceAll(/[^A-Za-z]/g, '');

const nameOfCodes = ({ content }: ErrorResponse): string =>
  content['application/json'].schema.properties.error.enum
    .map((code) => typeName(code.replaceAll('_', '-')))
    .join('Or');

/** The responses that several operations have, the most common one first. */
function repeated(responses: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const response of responses) counts.set(response, (counts.get(response) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .map(([response]) => response);
}

/**
 * Moves the error responses that operations share into the components, in place, and returns them by name. The most
 * common one has the name of its status, because its codes are those of every operation; the others that of their
 * codes.
 */
export function shareResponses(operations: readonly WithResponses[]): Part {
  const shared: Part = {};
  const statuses = new Set(operations.flatMap(({ responses }) => Object.keys(responses)));
  for (const status of [...statuses].filter((each) => Number(each) >= 400).sort()) {
    const texts = operations.flatMap(({ responses }) =>
      status in responses ? [JSON.stringify(responses[status])] : [],
    );
    for (const [place, text] of repeated(texts).entries()) {
      const response = JSON.parse(text) as ErrorResponse; // safe: written from one
      const name = place === 0 ? nameOfStatus(status) : nameOfCodes(response);
      shared[name] = response;
      for (const { responses } of operations) {
        if (JSON.stringify(responses[status]) === text) responses[status] = refTo('responses', name);
      }
    }
  }
  return shared;
}
