import type { z } from 'zod';
import type { Camel } from './casing/camel.ts';
import type { Permission } from './console-roles.ts';
import type { ErrorCode } from './error-catalogue.ts';
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
> {
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
  output: Output;
  /** HTTP status of success; default 200. */
  successStatus?: number;
  /** The value of the output's `status` when the work is still to come; that answer has HTTP status 202. */
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
  /** How long the caller waits for an answer over the bus. */
  deadlineMs: number;
  /** Whether it can also be called at a named worker of the service (`callAt`). */
  directed?: true;
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

type Given<I extends z.ZodObject, O extends z.ZodType> = Omit<
  Contract<I, O>,
  'kind' | 'name' | 'method' | 'deadlineMs' | 'tag' | 'summary'
> & { deadlineMs?: number };

/** Name and method are kept as literals: the type of the router is derived from them. */
type Named<N extends string, M extends ContractMethod> = { name: N; method: M; summary: string };

const DEFAULT_DEADLINE_MS = 10_000;

/** A customer action: `?action=<name>` (docs/reference/requests.md#address). */
export function defineAction<
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends string,
  const M extends ContractMethod,
>(given: Given<I, O> & Named<N, M> & { tag: string }): Contract<I, O, 'action', N, M> {
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

/** An operation of the web console: a permission decides who may call it (docs/reference/console.md#roles). */
export interface ConsoleContract<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Name extends string = string,
  Method extends ContractMethod = ContractMethod,
> extends Contract<Input, Output, 'console', Name, Method> {
  permission: Permission;
  /** Its answer includes a session token, which the gateway moves into a cookie. */
  opensSession?: true;
  /** It ends the session that asks: the gateway deletes the cookie. */
  endsSession?: true;
  /** Its caller proves that an account is theirs: the browser gets a cookie by which it is recognized there. */
  remembersDevice?: true;
  /** The error of a query that only means absence. A browser reports each status other than 200 as a failure. */
  absence?: ErrorCode;
  /** The console subscribes to it: the gateway reads page after page, and forwards those that are not empty. */
  isStream?: true;
  /** It changes nothing that a person decides: the audit log omits it. */
  isQuiet?: true;
}

/** An operation of the web console that its service answers for the caller of the session (`memberOf`). */
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
  /** It changes nothing that a person decides: the audit log omits it. */
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

/** An operation between our own parts, over the bus only. */
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

/** The subject on which one named worker answers a directed contract. */
export const directedSubjectOf = (contract: Pick<Contract, 'service' | 'name'>, worker: string): string =>
  `${subjectOf(contract)}.${worker}`;
