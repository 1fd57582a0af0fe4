import type {
  TRPC_ERROR_CODE_NUMBER,
  TRPCBuiltRouter,
  TRPCDefaultErrorData,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server';
import type { Contract, GivenInputOf, WireOutputOf } from '../define-contract.ts';
import type { HttpErrorBody } from '../errors.ts';
import type { CUSTOMER_ACTIONS } from './customer-actions.ts';
import type { OPERATOR_ENDPOINTS } from './operator-endpoints.ts';

/** The procedure of a contract: GET is a query, every other method a mutation. */
export type ProcedureOf<C extends Contract> = C extends { method: 'GET' }
  ? TRPCQueryProcedure<{ meta: object; input: GivenInputOf<C>; output: WireOutputOf<C> }>
  : TRPCMutationProcedure<{ meta: object; input: GivenInputOf<C>; output: WireOutputOf<C> }>;

/** A procedure for each contract of a tuple, under its name. */
export type ProceduresOf<Contracts extends readonly Contract[]> = {
  [C in Contracts[number] as C['name']]: ProcedureOf<C>;
};

/** The contracts that are served to clients: one procedure each. */
export type ServedContracts = readonly [...typeof CUSTOMER_ACTIONS, ...typeof OPERATOR_ENDPOINTS];

/** `data` of an error of /trpc: the body of docs/reference/errors.md#error-body, with tRPC's own members. */
export type RouterErrorData = Omit<TRPCDefaultErrorData, 'stack'> & HttpErrorBody;

/** An error of /trpc; `code` is tRPC's number for its HTTP status. */
export interface RouterError {
  message: string;
  code: TRPC_ERROR_CODE_NUMBER;
  data: RouterErrorData;
}

/**
 * The type of the gateway's tRPC router, derived only from the contracts: a client that imports it checks inputs,
 * outputs and errors and imports no code of the gateway. `Context` is the gateway's own; a client leaves it out.
 */
export type AppRouter<Context extends object = object> = TRPCBuiltRouter<
  { ctx: Context; meta: object; errorShape: RouterError; transformer: false },
  ProceduresOf<ServedContracts>
>;
