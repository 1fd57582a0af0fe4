import { AUDITED_FIELDS } from '@parley/common/contracts/audited-fields';
import { LOGGED_FIELDS } from '@parley/common/contracts/logged-fields';

const HEAD = `# Logged fields

Generated from \`packages/common/src/contracts/audited-fields.ts\` and \`logged-fields.ts\` by \`npm run generate\`.

The audit log and the request log outlive the erasure of a person. So each has a list of the fields whose values it keeps; of every
other field it keeps that it was given (\`•••\`), or nothing. A field that is added to a contract is masked until it is listed. Paths
have dots; an item of a list has the path of its list. A test gives every field of every operation a value that occurs nowhere
else, and finds it in the fields below and in no other.
`;

const ADDRESSES = `## Addresses

Addresses often carry secrets, of webhooks, tools, AI providers and issuers alike. Of an address in a listed field the audit log keeps the
scheme, host, port and path, and the names of the query's fields. Hidden (\`•••\`) are user and password, the values of the query, the fragment,
and parts of the path and names in the query that look like tokens: letters and digits mixed in 12 characters or more, both cases in 16 or
more, a word of 20 or more, 12 digits or more. The request log, notifications, the log of the processes and the lists of deliveries contain
no address of a tenant. The whole address is shown only to who may change it: with the key, the webhook, the bot or the AI key itself.
`;

const AUDIT = `## Audit log

The input of an operation, and the values before and after a change ([audit log](console.md#audit-log)).
`;

const REQUESTS = `## Request log

The fields of a request of the customer API ([request log](console.md#request-log)). A value is kept where it has the form that its field
promises: a channel, a language, the digits of a \`message_id\`. Anything else under the same name is masked, because a refused request
can have any text anywhere.
`;

const rowsOf = (lists: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(lists)
    .map(([name, fields]) => `| \`${name}\` | ${fields.map((field) => `\`${field}\``).join(', ') || 'none'} |`)
    .join('\n');

/** docs/reference/logged-fields.md: the lists of both logs. */
export function describeLoggedFields(): string {
  const requests = Object.fromEntries(Object.entries(LOGGED_FIELDS).map(([name, shown]) => [name, Object.keys(shown)]));
  const table = (title: string, rows: string): string =>
    `| ${title} | fields whose values are kept |\n|---|---|\n${rows}\n`;
  return [
    HEAD,
    ADDRESSES,
    AUDIT,
    table('operation', rowsOf(AUDITED_FIELDS)),
    REQUESTS,
    table('action', rowsOf(requests)),
  ].join('\n');
}
