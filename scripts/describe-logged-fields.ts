import { AUDITED } from '@parley/common/contracts/audited';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';

const HEAD = `# Logged fields

Generated from the contracts by \`npm run generate\`.

The audit log and the request log outlive the erasure of a person. So each has a list of the fields whose values it keeps; of every
other field it keeps that it was given (\`•••\`), or nothing. A field that is added to a contract is masked until it is listed. Paths
have dots; an item of a list has the path of its list. A test gives every field of every operation a value that occurs nowhere
else, and finds it in the fields below and in no other.
`;

const ADDRESSES = `## Addresses

The addresses of webhooks, tools, AI providers and issuers often contain secrets. If a listed field has an address, the audit log keeps its
scheme, host, port and path, and the names of the query's fields. It hides (\`•••\`) user and password, the values of the query, the
fragment, and segments of the path and names in the query that look like tokens: letters and digits mixed in 12 characters or more, both
cases in 16 or more, a word of 20 or more, 12 digits or more. The request log, notifications, the log of the processes and the lists of
deliveries contain no address of a tenant. Only people who may change the address see it completely: with the key, the webhook, the bot or
the AI key itself.
`;

const AUDIT = `## Audit log

The table lists the fields of an operation's input, and of the values before and after a change ([audit log](console.md#audit-log)).
`;

const REQUESTS = `## Request log

The table lists the fields of a request of the customer API ([request log](console.md#request-log)). A value is kept if it has the
documented form of its field: a channel, a language, the digits of a \`message_id\`. Anything else under the same name is masked, because a
refused request can have any text anywhere.

From the response to a refused request the log keeps the code, the message, the problems of fields and the provider's error. In messages it
masks repeated values of the request that are not kept, e-mail addresses, and numbers of seven digits or more. A problem of a field that the
action does not have is kept without its name.
`;

const rowsOf = (lists: readonly (readonly [string, readonly string[]])[]): string =>
  lists
    .map(([name, fields]) => `| \`${name}\` | ${fields.map((field) => `\`${field}\``).join(', ') || 'none'} |`)
    .join('\n');

/** docs/reference/logged-fields.md: the lists of both logs. */
export function describeLoggedFields(): string {
  const requests = CUSTOMER_ACTIONS.map(({ name, logged }) => [name, Object.keys(logged)] as const);
  const table = (title: string, rows: string): string =>
    `| ${title} | fields whose values are kept |\n|---|---|\n${rows}\n`;
  return [
    HEAD,
    ADDRESSES,
    AUDIT,
    table('operation', rowsOf(Array.from(AUDITED, ([name, { fields }]) => [name, fields] as const))),
    REQUESTS,
    table('action', rowsOf(requests)),
  ].join('\n');
}
