import type { z } from 'zod';
import { type Contract, type ContractMethod, DEFAULT_DEADLINE_MS, type Given, type Named } from '../define-contract.ts';
import type { ErrorCode } from '../errors/error-catalogue.ts';
import { boundInput } from '../input-bounds/bound-input.ts';
import type { Permission } from '../workspace/console-roles.ts';

/** An operation of the web console: a permission decides who may call it (docs/reference/console.md#roles). */
export interface ConsoleContract<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
  Method extends ContractMethod = ContractMethod,
> extends Contract<Input, Output, 'console', Name, Method> {
  permission: Permission;
  /** The output includes a session token, which the gateway moves into a cookie. */
  opensSession?: true;
  /** The operation ends the caller's session: the gateway deletes the cookie. */
  endsSession?: true;
  /** The caller proves that an account is theirs: the browser gets a cookie by which it is recognized there. */
  remembersDevice?: true;
  /** The error of a query that only means absence. A browser reports each status other than 200 as a failure. */
  absence?: ErrorCode;
  /** The console subscribes to it: the gateway reads page after page, and forwards those that are not empty. */
  isStream?: true;
  /** The operation changes nothing that a person decides: the audit log omits it. */
  isQuiet?: true;
}

/** An operation of the web console for the caller of the session (`memberOf`). */
export function defineConsole<
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends string,
  const M extends 'GET' | 'POST',
>(
  given: Given<I, O> &
    Named<N, M> &
    Pick<ConsoleContract, 'permission' | 'opensSession' | 'endsSession' | 'remembersDevice' | 'absence' | 'isQuiet'>,
): ConsoleContract<I, O, N, M> {
  const input = boundInput(given.input);
  return { deadlineMs: DEFAULT_DEADLINE_MS, tag: 'console', ...given, input, kind: 'console' };
}

/** Makes a console operation a subscription; its answers are pages. */
export const asStream = <C extends ConsoleContract>(contract: C): C & { isStream: true } => ({
  ...contract,
  isStream: true,
});

/** A contract of another API that the console calls: for the tenant of the session, unless the permission is the deployment's. */
export interface ReusedContract<
  Target extends Contract = Contract,
  Name extends string = string,
  Method extends ContractMethod = ContractMethod,
  Allowed extends Permission = Permission,
> {
  name: Name;
  method: Method;
  permission: Allowed;
  target: Target;
  /** The operation changes nothing that a person decides: the audit log omits it. */
  isQuiet?: true;
  /** As for the console's own contracts. */
  absence?: ErrorCode;
}

interface Reuse {
  permission: Permission;
  name?: string;
  method?: ContractMethod;
  isQuiet?: true;
  absence?: ErrorCode;
}

/** Offers a contract to the console under its own name and method, unless others are given. */
export function reuse<T extends Contract, const G extends Reuse>(
  target: T,
  given: G,
): ReusedContract<
  T,
  G extends { name: infer N extends string } ? N : T['name'],
  G extends { method: infer M extends ContractMethod } ? M : T['method'],
  G['permission']
> {
  // safe: without its own name or method it has those of its target, as the type says
  return { name: target.name, method: target.method, ...given, target } as never;
}
