import { isLoggedOfApis } from '@parley/common/contracts/audited';
import type { Contract } from '@parley/common/define-contract';
import type { FastifyRequest } from 'fastify';
import { type InputShape, makeInputShape } from '../input/input-shape.ts';
import type { RequestContext } from './request-context.ts';

/** Fields of a request by name, parsed or not. */
export type Fields = Record<string, unknown>;

/** Handles an operation in place of its service; the input is parsed. */
export type Perform = (input: Fields, context: RequestContext, request: FastifyRequest) => Promise<unknown>;

/** One operation as one kind of caller calls it; made once, at start. */
export interface Operation {
  /** The name by which it is called, and which the audit log records. */
  name: string;
  /** The name in the metrics and in the request log. */
  label: string;
  /** The service's contract. */
  contract: Contract;
  shape: InputShape;
  /** Whether the audit log records each call (docs/reference/console.md#audit-log). */
  isAudited: boolean;
  /** Whether the field `slug` names the tenant whose audit log that is; otherwise the caller determines it. */
  namesTenant: boolean;
  /** Reads the fields as they were given; `query` has no `action` and no `strict`. Absent: from the query of a GET, from a JSON body otherwise. */
  readGiven?: (request: FastifyRequest, query: Fields) => Promise<Fields>;
  /** Absent: the service of the contract answers. */
  perform?: Perform;
}

const OF_TENANT = '/tenants/{slug}/';

/** An operation of the customer API or the operator API. */
export const makeApiOperation = (contract: Contract): Operation => ({
  name: contract.name,
  label: contract.name,
  contract,
  shape: makeInputShape(contract),
  isAudited: isLoggedOfApis(contract.name),
  // Changes to tenants themselves are in the deployment's log.
  namesTenant: contract.path?.startsWith(OF_TENANT) ?? false,
});
