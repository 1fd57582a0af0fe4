import type { z } from 'zod';
import type { Control, ControlMethod, ParamsIn } from '../control/define-control.ts';

/** Sends one control call; returns the HTTP status and the parsed JSON, whatever the status is. */
export type ControlRequest = (
  method: ControlMethod,
  url: string,
  body: object | undefined,
) => Promise<{ status: number; body: unknown }>;

/** One control call below `/sandbox`; throws {@link ControlRefusal} unless the sandbox answers 200. */
type CallControl = (method: ControlMethod, path: string, body?: object) => Promise<unknown>;

/** The sandbox refused a control call: the account is unknown, or the body is invalid. */
export class ControlRefusal extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(call: string, status: number, body: unknown) {
    super(`The sandbox refused ${call} with ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

type Optional<Value> = undefined extends Value ? [value?: Value] : [value: Value];
/** The values of the fields, in their order. */
type ValuesOf<Input, Fields> = Fields extends readonly [infer Field extends keyof Input, ...infer Rest]
  ? [...Optional<Input[Field]>, ...ValuesOf<Input, Rest>]
  : [];
type StringsOf<Names extends readonly string[]> = { [Index in keyof Names]: string | number };
type GivenOf<Input> = unknown extends Input
  ? []
  : Record<never, never> extends Input
    ? [input?: Input]
    : [input: Input];

/** The driver's method for a call. */
type MethodOf<Call> =
  Call extends Control<infer Path, z.ZodType, infer Input, infer Fields, never, infer Result>
    ? (
        ...given: [
          ...StringsOf<ParamsIn<Path>>,
          ...(Fields extends readonly [] ? GivenOf<z.input<Input>> : ValuesOf<z.input<Input>, Fields>),
        ]
      ) => Promise<Result>
    : never;
/** The driver's methods for a group of calls. */
export type MethodsOf<Controls> = { [Name in keyof Controls]: MethodOf<Controls[Name]> };

/** The methods without their first parameter. */
type BoundOf<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (first: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Gives every method the same first argument. */
export function bindFirst<Methods extends object>(methods: Methods, first: string): BoundOf<Methods> {
  const bound = Object.entries(methods).map(([name, method]) => [name, (...rest: unknown[]) => method(first, ...rest)]);
  return Object.fromEntries(bound) as BoundOf<Methods>; // safe: the same methods, each with its first argument
}

/** Makes the methods for groups of calls to the sandbox at `url`. */
export function makeMethods(url: string, request: ControlRequest) {
  const call: CallControl = async (method, path, given) => {
    const { status, body } = await request(method, `${url}/sandbox${path}`, given);
    if (status !== 200) throw new ControlRefusal(`${method} ${path}`, status, body);
    return body;
  };
  return <Controls extends Record<string, Control>>(controls: Controls): MethodsOf<Controls> => {
    const methods = Object.entries(controls).map(([name, control]) => [name, methodOf(call, control)]);
    return Object.fromEntries(methods) as MethodsOf<Controls>; // safe: methodOf takes the arguments that MethodOf names
  };
}

function methodOf(call: CallControl, { method, path, fields = [], output }: Control) {
  const segments = path.split('/');
  const count = segments.filter((segment) => segment.startsWith(':')).length;
  return async (...given: unknown[]) => {
    const params = given.slice(0, count);
    const values = given.slice(count);
    const below = segments
      .map((segment) => (segment.startsWith(':') ? encodeURIComponent(String(params.shift())) : segment))
      .join('/');
    const input =
      fields.length === 0 ? values[0] : Object.fromEntries(fields.map((field, index) => [field, values[index]]));
    const isQuery = method === 'GET' || method === 'DELETE';
    const answer = isQuery
      ? await call(method, `${below}${queryOf(input ?? {})}`)
      : await call(method, below, input ?? {});
    return output(answer as never); // safe: mountControls has the handler return it
  };
}

/** A query string of the given fields; empty without any. */
function queryOf(fields: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

/** The header with which a caller shows the token of a sandbox that requires one. */
export const tokenHeaders = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Makes the calls with fetch. */
export const makeFetchJson =
  (headers: Record<string, string>): ControlRequest =>
  async (method, url, body) => {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
