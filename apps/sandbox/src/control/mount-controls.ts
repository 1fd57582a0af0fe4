import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Control } from './define-control.ts';

/** An answer; a call whose output is nothing may have none. */
type Answered<Answer> = object extends Answer ? object | undefined : Answer;

/** The handler of each call: takes the parsed input and the parameters of the path. */
type HandlersOf<Controls> = {
  [Name in keyof Controls]: Controls[Name] extends Control<
    string,
    infer Params,
    infer Input,
    readonly string[],
    infer Answer
  >
    ? (input: z.output<Input>, params: z.output<Params>) => Answered<Answer> | Promise<Answered<Answer>>
    : never;
};

/** Mounts the routes of the calls below `/sandbox`, each with its handler. */
export function mountControls<Controls extends Record<string, Control>>(
  app: FastifyInstance,
  controls: Controls,
  handlers: HandlersOf<Controls>,
): void {
  for (const [name, { method, path, params, input, bodyLimit }] of Object.entries<Control>(controls)) {
    // safe: the type of the parameter pairs each handler with the call of its name
    const handle = handlers[name] as (
      input: unknown,
      params: unknown,
    ) => object | undefined | Promise<object | undefined>;
    app.route({
      method,
      url: `/sandbox${path}`,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      async handler(request) {
        const given = (method === 'GET' || method === 'DELETE' ? request.query : request.body) ?? {};
        return {
          ok: true,
          ...(await handle(input?.parse(given) ?? given, params?.parse(request.params) ?? request.params)),
        };
      },
    });
  }
}
