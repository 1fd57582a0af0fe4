import type { z } from 'zod';
import type { Camel } from './casing/camel.ts';
import type { ActionFacets, Example } from './contract/action-facets.ts';
import type { ErrorCode } from './errors/error-catalogue.ts';
import { boundInput } from './input-bounds/bound-input.ts';

/** Services that answer on the bus; a subject is `rpc.<service>.<name>`, the queue group is the service. */
export type ServiceName =
  | 'accounts'
  | 'send'
  | 'inbound'
  | 'inbox'
  | 'files'
  | 'channel-connect'
  | 'pairing'
  | 'comments'
  | 'notifications'
  | 'bots'
  | 'webhook-delivery';

/** action: customer API. operator: operator API. console: the web console. internal: bus only. */
export type ContractKind = 'action' | 'operator' | 'console' | 'internal';

export type ContractMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Contract<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Kind extends ContractKind = ContractKind,
  Name extends string = string,
  Method extends ContractMethod = ContractMethod,
> extends Partial<ActionFacets> {
  kind: Kind;
  service: ServiceName;
  /** The action (`send`), or for other kinds the name of the operation (`create-tenant`). */
  name: Name;
  method: Method;
  /** Path of an operator endpoint below /api/admin, with `{params}` that are fields of the input. */
  path?: string;
  summary: string;
  description?: string;
  /** Operation's tag in the OpenAPI document. */
  tag: string;
  input: Input;
  /** Fields of which one is required, which the JSON Schema of a single field cannot express. */
  oneOf?: readonly string[];
  output: Output;
  /** HTTP status of success; default 200. */
  successStatus?: number;
  /** The value of the output's `status` when the work has not been done yet; that response has HTTP status 202. */
  deferredStatus?: string;
  /** Error codes of this operation, in addition to those of every operation (auth, limits, fields, unavailable). */
  errors: readonly ErrorCode[];
  /**
   * The input field with a channel; checked against the key's list
   * (docs/reference/requests.md#order-of-the-checks).
   */
  channelField?: 'channel' | 'platform';
  /** The channel of this operation, when it has no channel field. */
  channel?: 'wd' | 'tg' | 'wa';
  /** The switch of the key that it needs (docs/reference/reading.md). */
  requires?: 'may_read';
  /** Whether its body may also be the bytes of a file (docs/reference/uploads.md#with-an-api-key). */
  takesBytes?: true;
  /** How long the caller waits for an answer over the bus. */
  deadlineMs: number;
  /** Whether it can also be called at a named worker of the service (`callAt`). */
  directed?: true;
  /** Required unless the method is GET. */
  audit?: Audit;
}

/**
 * How a resource is read before an operation changes it: the contract is called with those fields of the input that it
 * has.
 */
export interface ResourceRead {
  contract: Contract;
  /** In a list: the item whose fields equal these fields of the input. */
  itemBy?: Readonly<Record<string, string>>;
}

/** The change of an operation, for the audit log (docs/reference/console.md#before-and-after). */
export interface ResourceChange {
  /** Null: the resource did not exist before. */
  before: ResourceRead | null;
  /** The source of the new values: the operation's answer, another read, or nothing when the resource is gone. */
  after: 'answer' | 'read' | 'nothing';
  /** The member of answer and read with the values; default: the whole answer or read. */
  within?: string;
  /** The compared fields; default: every field. */
  fields?: readonly string[];
  /** A list in the answer whose items have `id`, `before` and `after`: each is a separate resource. */
  each?: string;
  /** Fields of input or answer with a replaced secret: the log records the replacement, not the secret. */
  secrets?: readonly string[];
}

/** An operation that changes no values. */
export interface NoChange {
  why: string;
  /** Calls with a key or the admin token are not logged at all; a member's calls are logged without values. */
  isUnlogged?: true;
}

/** The audit log's record of an operation (docs/reference/logged-fields.md#audit-log). */
export interface Audit {
  /**
   * The fields, input or changed, whose values it keeps: dotted paths. For every other field it only records that it was
   * given. No list contains secrets or people's texts, names and addresses, because the log outlives the erasure of a
   * person.
   */
  fields: readonly string[];
  change: ResourceChange | NoChange;
}

/** The service's input: parsed, its members in camelCase. */
export type InputOf<C extends Pick<Contract, 'input'>> = Camel<WireInputOf<C>>;

/** A tenant, or the deployment: then it names no tenant. */
export interface TenantOrDeployment {
  slug?: string | undefined;
}
/** The input of an operation on a {@link TenantOrDeployment}. */
export type Scoped<Input extends { slug: string }> = Omit<Input, 'slug'> & TenantOrDeployment;
/** The service's output: its members in camelCase. */
export type OutputOf<C extends Pick<Contract, 'output'>> = Camel<WireOutputOf<C>>;
/** The parsed input at the edge. */
export type WireInputOf<C extends Pick<Contract, 'input'>> = z.output<C['input']>;
/** The caller's input: members with a default may be left out. */
export type GivenInputOf<C extends Pick<Contract, 'input'>> = z.input<C['input']>;
/** The output at the edge. */
export type WireOutputOf<C extends Pick<Contract, 'output'>> = z.output<C['output']>;

export type Given<I extends z.ZodObject, O extends z.ZodType> = Omit<
  Contract<I, O>,
  'kind' | 'name' | 'method' | 'deadlineMs' | 'tag' | 'summary' | 'audit' | keyof ActionFacets
> & { deadlineMs?: number };

/** Name and method are kept as literals: the type of the router is derived from them. */
export type Named<N extends string, M extends ContractMethod> = { name: N; method: M; summary: string } & GivenAudit<M>;

/** Each method but GET can change something. `NoInfer`: the method is inferred from its own member. */
type GivenAudit<M extends ContractMethod> = NoInfer<M> extends 'GET' ? { audit?: Audit } : { audit: Audit };

/** The example is compared with the schemas, and does not decide their types. */
type ExampleOf<I extends z.ZodObject, O extends z.ZodType> = Example<z.input<NoInfer<I>>, z.output<NoInfer<O>>>;

/** The facets of an action with these schemas. */
type GivenFacets<I extends z.ZodObject, O extends z.ZodType> = Omit<ActionFacets, 'example'> & {
  example: ExampleOf<I, O>;
};

export const DEFAULT_DEADLINE_MS = 10_000;

/** A customer action: `?action=<name>` (docs/reference/requests.md#address). */
export type ActionContract<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
  Method extends ContractMethod = ContractMethod,
> = Contract<Input, Output, 'action', Name, Method> & ActionFacets;

/** Defines a customer action. One without a facet does not compile. */
export function defineAction<
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends string,
  const M extends ContractMethod,
>(given: Given<I, O> & Named<N, M> & GivenFacets<I, O> & { tag: string }): ActionContract<I, O, N, M> {
  return { deadlineMs: DEFAULT_DEADLINE_MS, ...given, input: boundInput(given.input), kind: 'action' };
}

/** An operator endpoint below /api/admin (docs/reference/operator-api.md#access). */
export function defineOperator<
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends string,
  const M extends ContractMethod,
>(given: Given<I, O> & Named<N, M> & { path: string }): Contract<I, O, 'operator', N, M> & { path: string } {
  const input = boundInput(given.input);
  return { deadlineMs: DEFAULT_DEADLINE_MS, tag: 'operator', ...given, input, kind: 'operator' };
}

/** An operation between our own services, over the bus only. */
export function defineInternal<I extends z.ZodObject, O extends z.ZodType>(
  given: Given<I, O> & { name: string },
): Contract<I, O, 'internal'> {
  return {
    deadlineMs: DEFAULT_DEADLINE_MS,
    tag: 'internal',
    summary: given.name,
    method: 'POST',
    ...given,
    input: boundInput(given.input),
    kind: 'internal',
  };
}

/** The bus subject of a contract. */
export const subjectOf = (contract: Pick<Contract, 'service' | 'name'>): string =>
  `rpc.${contract.service}.${contract.name}`;

/** The subject on which one named worker serves a directed contract. */
export const directedSubjectOf = (contract: Pick<Contract, 'service' | 'name'>, worker: string): string =>
  `${subjectOf(contract)}.${worker}`;
