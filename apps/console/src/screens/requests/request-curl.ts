import { shellQuote } from '../../ui/shell-quote.ts';

interface Asked {
  origin: string;
  slug: string;
  action: string;
  /** `MCP GET` is the GET of a tool call (docs/reference/mcp.md#calls). */
  method: string;
  /** JSON, possibly truncated. */
  body: string;
}

/** A request as a command; the reader fills in the key and the masked values. */
export function requestCurl({ origin, slug, action, method: logged, body }: Asked): string {
  const method = logged.replace(/^MCP /, '');
  const url = `${origin}/${slug}/api/messaging/${action}`;
  const key = `-H "Authorization: Bearer $PARLEY_KEY"`;
  if (method === 'GET') return `curl -sG ${shellQuote(url)} ${key}${queryOf(body)}`;
  return `curl -s -X ${method} ${shellQuote(url)} ${key} -H 'Content-Type: application/json' -d ${shellQuote(body === '' ? '{}' : body)}`;
}

function queryOf(body: string): string {
  const fields = parse(body);
  return Object.entries(fields)
    .map(([name, value]) => ` --data-urlencode ${shellQuote(`${name}=${String(value)}`)}`)
    .join('');
}

/** The fields of a body; empty if the log has them truncated. */
function parse(body: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(body);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}
