import { shellQuote } from '../../ui/text/shell-quote.ts';
import { queryText, readFields } from './read-fields.ts';

export interface Asked {
  origin: string;
  slug: string;
  action: string;
  /** `MCP GET` is the GET of a tool call (docs/reference/mcp.md#calls). */
  method: string;
  /** JSON, possibly truncated. */
  body: string;
}

export const methodOf = ({ method }: Asked): string => method.replace(/^MCP /, '');
export const addressOf = ({ origin, slug, action }: Asked): string => `${origin}/${slug}/api/messaging/${action}`;

/** A request as a command; the reader fills in the key and the masked values. */
export function requestCurl(asked: Asked): string {
  const { body } = asked;
  const method = methodOf(asked);
  const url = shellQuote(addressOf(asked));
  const key = `-H "Authorization: Bearer $PARLEY_KEY"`;
  if (method === 'GET') return `curl -sG ${url} ${key}${queryOf(body)}`;
  return `curl -s -X ${method} ${url} ${key} -H 'Content-Type: application/json' -d ${shellQuote(body === '' ? '{}' : body)}`;
}

const queryOf = (body: string): string =>
  Object.entries(readFields(body))
    .map(([name, value]) => ` --data-urlencode ${shellQuote(`${name}=${queryText(value)}`)}`)
    .join('');
