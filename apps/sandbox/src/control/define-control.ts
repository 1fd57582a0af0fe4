import type { z } from 'zod';

/** The HTTP methods of the control API. */
export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The names of the parameters in a path: of `/phones/:number/scan`, `number`. */
export type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [Name, ...ParamsIn<`/${Rest}`>]
  : Path extends `${string}:${infer Name}`
    ? [Name]
    : [];

/**
 * One call of the control API. Its route below `/sandbox` and its method of the driver both follow from it. The method
 * takes the parameters of the path, then the input: as one object, or its `fields` one by one.
 */
export interface Control<
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Fields extends readonly string[] = readonly string[],
  Answer extends object = never,
  Result = unknown,
> {
  method: ControlMethod;
  path: Path;
  /** Checks the parameters of the path; without it they are any strings. */
  params?: Params;
  /** The JSON body; the query of GET and DELETE. */
  input?: Input;
  fields?: Fields;
  /** The largest body in bytes, where it is more than the server's limit. */
  bodyLimit?: number;
  /** Converts the answer of the route to the result of the driver's method. */
  output(answer: Answer): Result;
}

/** Declares a call of the control API. */
export const defineControl = <
  const Path extends string,
  Answer extends object,
  Result,
  Params extends z.ZodType = z.ZodType<Record<ParamsIn<Path>[number], string>>,
  Input extends z.ZodType = z.ZodType,
  const Fields extends readonly (keyof z.input<Input> & string)[] = readonly [],
>(
  control: Control<Path, Params, Input, Fields, Answer, Result>,
): Control<Path, Params, Input, Fields, Answer, Result> => control;

/** The output of a call whose answer has no content. */
export const nothing = (_answer: object): void => undefined;

/** The input of a call as its caller gives it. */
export type InputOf<Call> =
  Call extends Control<string, z.ZodType, infer Input, readonly string[], never, unknown> ? z.input<Input> : never;
