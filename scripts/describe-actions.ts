import type { McpEffect } from '@parley/common/contract/action-facets';
import { MCP_TOOL_NAMES, READING_TOOLS } from '@parley/common/contract/mcp-tools';
import { CONSOLE_CONTRACTS } from '@parley/common/contracts/console/console-contracts';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';

const EFFECTS: Readonly<Record<McpEffect, string>> = {
  reads: 'read-only',
  adds: 'not idempotent; each call has an effect',
  sets: 'idempotent; a repeat has no further effect',
  removes: 'destructive and idempotent',
};

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The tools by their hints, for docs/reference/mcp.md. */
export function describeMcpTools(): string {
  const rows = Object.entries(EFFECTS).map(([effect, hints]) => {
    const names = CUSTOMER_ACTIONS.flatMap(({ mcp, name }) => (mcp === effect ? [name] : []));
    return `| ${hints} | ${listed(names)} |`;
  });
  return ['| hints | tools |', '|---|---|', ...rows].join('\n');
}

/** The actions by their section, in the order of the document, for docs/reference/requests.md. */
export function describeActions(): string {
  const sections = new Map<string, string[]>();
  for (const { name, method, reference } of CUSTOMER_ACTIONS) {
    const row = `${method} ${reference.slice('docs/reference/'.length)}`;
    sections.set(row, [...(sections.get(row) ?? []), name]);
  }
  const rows = Array.from(sections, ([row, names]) => {
    const [method = '', section = ''] = row.split(' ');
    return `| ${method} | ${listed(names)} | [${section.split('#')[0]}](${section}) |`;
  });
  return ['| method | action | section |', '|---|---|---|', ...rows].join('\n');
}

const SERVED: Readonly<Record<string, readonly { name: string; service: string }[]>> = {
  Customer: CUSTOMER_ACTIONS,
  Operator: OPERATOR_ENDPOINTS,
  Console: CONSOLE_CONTRACTS.flatMap((contract) => ('target' in contract ? [] : [contract])),
};

/** The contracts that a service answers and that callers of the gateway reach, for its README. */
export function describeServiceContracts(service: string): string {
  const lines = Object.entries(SERVED).flatMap(([callers, contracts]) => {
    const names = contracts.filter((contract) => contract.service === service).map(({ name }) => name);
    return names.length > 0 ? [`- ${callers}: ${listed(names)}.`] : [];
  });
  return lines.join('\n');
}

const writeNames = (name: string, values: readonly string[]): string =>
  `export const ${name} = [\n${values.map((value) => `  '${value}',\n`).join('')}] as const;\n`;

/** The names of the tools for the console, whose page does not load the contracts. */
export const writeToolNames =
  (): string => `// Generated from the contracts of the customer actions by npm run generate.

${writeNames('MCP_TOOL_NAMES', MCP_TOOL_NAMES)}
/** The tools of a new key: those that change nothing. */
${writeNames('READING_TOOLS', READING_TOOLS)}`;
