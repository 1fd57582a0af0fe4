import { STATUS_CODES } from 'node:http';
import { type Part, refTo } from './shared-parts.ts';

/** The operations of a document, with their responses by status. */
interface WithResponses {
  responses: Record<string, unknown>;
}

const nameOf = (status: string): string => (STATUS_CODES[status] ?? `Status${status}`).replaceAll(/[^A-Za-z]/g, '');

/** The response that most operations have under a status; null when each has its own. */
function mostCommon(responses: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const response of responses) counts.set(response, (counts.get(response) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] > 1 ? first[0] : null;
}

/**
 * Moves the error responses that many operations share into the components, in place, and returns them by name: the
 * codes of most statuses are those of every operation.
 */
export function shareResponses(operations: readonly WithResponses[]): Part {
  const shared: Part = {};
  const statuses = new Set(operations.flatMap(({ responses }) => Object.keys(responses)));
  for (const status of [...statuses].filter((each) => Number(each) >= 400).sort()) {
    const texts = operations.flatMap(({ responses }) =>
      status in responses ? [JSON.stringify(responses[status])] : [],
    );
    const common = mostCommon(texts);
    if (common === null) continue;
    const name = nameOf(status);
    shared[name] = JSON.parse(common);
    for (const { responses } of operations) {
      if (JSON.stringify(responses[status]) === common) responses[status] = refTo('responses', name);
    }
  }
  return shared;
}
