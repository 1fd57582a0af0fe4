import type { Audit, NoChange, ResourceChange } from '../define-contract.ts';
import { CONSOLE_CONTRACTS, type ServedInConsole } from './console/console-contracts.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { OPERATOR_ENDPOINTS } from './operator-endpoints.ts';

type Served = ServedInConsole | (typeof OPERATOR_ENDPOINTS)[number] | (typeof CUSTOMER_ACTIONS)[number];
/** Every operation with which a person, a key or the admin token can change something. */
export type ChangingName = Exclude<Served, { method: 'GET' }>['name'];

const CHANGING = [...CONSOLE_CONTRACTS, ...OPERATOR_ENDPOINTS, ...CUSTOMER_ACTIONS].filter(
  ({ method }) => method !== 'GET',
);

/** The audits of all operations that can change something, by operation. */
export const AUDITED: ReadonlyMap<string, Audit> = new Map(
  CHANGING.map((operation) => {
    const { audit } = 'target' in operation ? operation.target : operation;
    // A query of a customer can be a change of a member, so that its own definition does not demand it.
    if (!audit) throw new Error(`The contract of ${operation.name} lacks its audit.`);
    return [operation.name, audit];
  }),
);

/** The fields of an operation whose values the audit log keeps: dotted paths. */
export const auditedFieldsOf = (operation: string): readonly string[] => AUDITED.get(operation)?.fields ?? [];

/** The change of an operation; null when nothing has a value before and after. */
export function changeOf(operation: string): ResourceChange | null {
  const change: ResourceChange | NoChange | undefined = AUDITED.get(operation)?.change;
  return change === undefined || 'why' in change ? null : change;
}

/**
 * Whether the audit log records an operation that is called with a key or the admin token
 * (docs/reference/console.md#audit-log).
 */
export function isLoggedOfApis(operation: string): boolean {
  const change = AUDITED.get(operation)?.change;
  return change !== undefined && !('isUnlogged' in change);
}
