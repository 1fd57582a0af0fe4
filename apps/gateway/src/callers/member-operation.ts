import type { ConsoleContract, ReusedContract } from '@parley/common/contract/define-console';
import type { Contract } from '@parley/common/define-contract';
import { makeInputShape } from '../input/input-shape.ts';
import type { Operation } from '../pipeline/operation.ts';

/** An operation of the console: defined for it alone, or a contract of another API. */
export type ConsoleOperation = ConsoleContract | ReusedContract;

type Trait = 'opensSession' | 'endsSession' | 'remembersDevice' | 'absence' | 'isStream' | 'isQuiet';

/** The traits that an operation declares besides its permission; a contract of another API declares fewer. */
export const traitsOf = (operation: ConsoleOperation): Pick<ConsoleContract, Trait> => operation;

/** An operation as members call it. */
export interface MemberOperation extends Operation {
  asked: ConsoleOperation;
}

/** The contract that the service answers. */
const targetOf = (operation: ConsoleOperation): Contract => ('target' in operation ? operation.target : operation);

/** Whether the audit log records it: every change of a person who is signed in, unless it decides nothing. */
const isAudited = (operation: ConsoleOperation): boolean =>
  operation.method !== 'GET' && operation.permission !== 'public' && !traitsOf(operation).isQuiet;

export function makeMemberOperation(asked: ConsoleOperation): MemberOperation {
  const contract = targetOf(asked);
  return {
    name: asked.name,
    label: `console.${asked.name}`,
    contract,
    shape: makeInputShape(contract),
    isAudited: isAudited(asked),
    namesTenant: false,
    asked,
  };
}
