import type { z } from 'zod';
import type { ErrorCode } from './error-catalogue.ts';

/** Services that answer on the bus; a subject is `rpc.<service>.<name>`, the queue group is the service. */
export type ServiceName =
  | 'accounts'
  | 'send'
  | 'inbound'
  | 'channel-connect'
  | 'pairing'
  | 'comments'
  | 'webhook-delivery';

/** action: customer API. operator: operator API. internal: bus only. */
export type ContractKind = 'action' | 'operator' | 'internal';

export interface Contract<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Kind extends ContractKind = ContractKind,
> {
  kind: Kind;
  service: ServiceName;
  /** The action (`send`), or for other kinds the name of the operation (`create-tenant`). */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path of an operator endpoint below /api/admin, with `{params}` that are fields of the input. */
  path?: string;
  summary: string;
  description?: string;
  /** Operation's tag in the OpenAPI document. */
  tag: string;
  input: Input;
  output: Output;
  /** HTTP status of success; default 200. */
  successStatus?: number;
  /** Codes this operation can answer beside those that every one can (auth, limits, fields, unavailable). */
  errors: readonly ErrorCode[];
  /**
   * Channels that the input's `channel`/`platform` field may name; checked against the key's list
   * (docs/reference/requests.md#order-of-the-checks).
   */
  channelField?: 'channel' | 'platform';
  /** The one channel that this operation is about, when it has no channel field. */
  channel?: 'wd' | 'tg' | 'wa';
  /** How long the caller waits for an answer over the bus. */
  deadlineMs: number;
  /** Whether a named worker of the service can be asked too (`callAt`). */
  directed?: true;
}

export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.output<I> : never;
export type OutputOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never;

type Given<I extends z.ZodObject, O extends z.ZodType> = Omit<
  Contract<I, O>,
  'kind' | 'method' | 'deadlineMs' | 'tag' | 'summary'
>;

const DEFAULT_DEADLINE_MS = 10_000;

/** A customer action: `?action=<name>` (docs/reference/requests.md#address). */
export function defineAction<I extends z.ZodObject, O extends z.ZodType>(
  given: Given<I, O> & Pick<Contract, 'method' | 'summary' | 'tag'> & { deadlineMs?: number },
): Contract<I, O, 'action'> {
  return { deadlineMs: DEFAULT_DEADLINE_MS, ...given, kind: 'action' };
}

/** An operator endpoint below /api/admin (docs/reference/operator-api.md#access). */
export function defineOperator<I extends z.ZodObject, O extends z.ZodType>(
  given: Given<I, O> & Pick<Contract, 'method' | 'summary'> & { path: string; deadlineMs?: number },
): Contract<I, O, 'operator'> & { path: string } {
  return { deadlineMs: DEFAULT_DEADLINE_MS, tag: 'operator', ...given, kind: 'operator' };
}

/** An operation between our own parts, over the bus only. */
export function defineInternal<I extends z.ZodObject, O extends z.ZodType>(
  given: Given<I, O> & { deadlineMs?: number },
): Contract<I, O, 'internal'> {
  return {
    deadlineMs: DEFAULT_DEADLINE_MS,
    tag: 'internal',
    summary: given.name,
    method: 'POST',
    ...given,
    kind: 'internal',
  };
}

/** The bus subject that a contract is answered on. */
export const subjectOf = (contract: Pick<Contract, 'service' | 'name'>): string =>
  `rpc.${contract.service}.${contract.name}`;

/** The subject that one named worker answers a directed contract on. */
export const directedSubjectOf = (contract: Pick<Contract, 'service' | 'name'>, worker: string): string =>
  `${subjectOf(contract)}.${worker}`;
