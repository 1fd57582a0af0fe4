import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';
import type { ConsoleContract, ReusedContract } from '../../contract/define-console.ts';
import type { Contract, GivenInputOf, WireOutputOf } from '../../define-contract.ts';
import type { RouterError } from '../app-router.ts';
import type { ServedInConsole } from './console-contracts.ts';

type AnyOperation = ConsoleContract | ReusedContract;

/** The slug is the session's, unless the permission is the deployment's: then the operator provides it. */
type Unscoped<C extends Contract, P> = P extends 'deployment' ? GivenInputOf<C> : Omit<GivenInputOf<C>, 'slug'>;

/** The input that a caller of the console provides. */
export type ConsoleInputOf<O extends AnyOperation> = O extends { target: infer C extends Contract }
  ? Unscoped<C, O['permission']>
  : O extends Contract
    ? GivenInputOf<O>
    : never;

/** The output that a caller of the console gets: a session's token stays in the cookie. */
export type ConsoleOutputOf<O extends AnyOperation> = O extends { target: infer C extends Contract }
  ? WireOutputOf<C>
  : O extends Contract
    ? WireOutputOf<O> extends { session_token: string }
      ? { ok: true }
      : WireOutputOf<O>
    : never;

/** Pages of a subscription; each has an id, from which the next connection continues. */
type PagesOf<O extends AnyOperation> = AsyncIterable<ConsoleOutputOf<O>>;

type ProcedureOf<O extends AnyOperation> = O extends { isStream: true }
  ? TRPCSubscriptionProcedure<{ meta: object; input: ConsoleInputOf<O>; output: PagesOf<O> }>
  : CallOf<O>;

type CallOf<O extends AnyOperation> = O extends { method: 'GET' }
  ? TRPCQueryProcedure<{ meta: object; input: ConsoleInputOf<O>; output: ConsoleOutputOf<O> }>
  : TRPCMutationProcedure<{ meta: object; input: ConsoleInputOf<O>; output: ConsoleOutputOf<O> }>;

/** A procedure for each operation of the console, under its name. */
export type ConsoleProcedures = { [O in ServedInConsole as O['name']]: ProcedureOf<O> };

/**
 * The type of the router at /console/trpc, derived only from the contracts: the console imports no code of the gateway.
 * GET is a query, a stream a subscription, every other method a mutation.
 */
export type ConsoleRouter<Context extends object = object> = TRPCBuiltRouter<
  { ctx: Context; meta: object; errorShape: RouterError; transformer: false },
  ConsoleProcedures
>;
