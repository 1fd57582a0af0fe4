import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { CatalogueEntry } from '@parley/common/error-catalogue/catalogue-entry';
import { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { FIELD_PROBLEMS } from '@parley/common/errors/error-pages';

const FAULTS: Readonly<Record<CatalogueEntry['fault'], string>> = {
  caller: 'the caller',
  platform: 'the platform',
  channel: 'the channel’s owner',
};

/** Operations that declare a code, as callers write them. */
function raisedBy(code: string): string[] {
  const actions = CUSTOMER_ACTIONS.filter(({ errors }) => errors.some((declared) => declared === code));
  const endpoints = OPERATOR_ENDPOINTS.filter(({ errors }) => errors.some((declared) => declared === code));
  return [
    ...actions.map(({ name }) => `\`${name}\``),
    ...endpoints.map(({ method, path }) => `\`${method} /api/admin${path}\``),
  ];
}

function describeCode([code, entry]: [string, CatalogueEntry]): string {
  const by = raisedBy(code);
  return [
    `## ${code}`,
    '',
    `**${entry.status}** · ${entry.message}`,
    '',
    entry.advice,
    '',
    `- Who has to act: ${FAULTS[entry.fault]}`,
    `- The same request later: ${entry.retry ? 'may succeed' : 'fails again'}`,
    ...(by.length > 0 ? [`- Answered by: ${by.join(', ')}`] : []),
    '',
  ].join('\n');
}

const HEAD = `# Error codes

Generated from \`packages/common/src/errors/error-catalogue.ts\` by \`npm run generate\`.

Every error answers the same body:

\`\`\`json
{ "ok": false, "error": "missing_channel", "message": "…", "details": [], "provider": {}, "retry_after": 1, "doc_url": "…", "request_id": "req_…" }
\`\`\`

\`details\` only on field errors, \`provider\` only on 502 and 504, \`retry_after\` only on 429 and 503.

`;

const FIELDS = `## ${FIELD_PROBLEMS}

**400** · A field is missing, or what it holds is not allowed.

The code is the field's path with dots as underscores: \`missing_channel\`, \`missing_template_name\`, \`invalid_limit\`. Empty and blank texts
and \`null\` count as missing. \`details\` lists every field problem; the code on top is the first of them.

- Who has to act: the caller
- The same request later: fails again
`;

/** docs/errors/README.md: one section for each code of the catalogue. */
export function describeErrors(): string {
  const codes = Object.entries(ERROR_CATALOGUE).sort(([a, x], [b, y]) => x.status - y.status || (a < b ? -1 : 1));
  const rows = codes.map(([code, { status, message }]) => `| ${status} | [\`${code}\`](#${code}) | ${message} |`);
  const table = ['| HTTP | code | when |', '|---|---|---|', ...rows].join('\n');
  return `${HEAD}${table}\n\n${FIELDS}\n${codes.map(describeCode).join('\n')}`;
}
