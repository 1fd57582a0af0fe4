import { Controller, Inject, type Type } from '@nestjs/common';
import type { CallContext } from '@parley/common/call-context';
import { type Contract, type InputOf, type OutputOf, subjectOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/messages/replayed';
import type { StreamSource } from './carriers/stream.ts';
import { answerTo, type HandlerExtras } from './handles.ts';

type Run<C extends Contract, Answer> = (service: never, input: InputOf<C>, context: CallContext) => Promise<Answer>;

/** A function that implements a contract, with that contract. */
type Bound<Service> = ((service: Service, input: never, context: CallContext) => Promise<unknown>) & HandlerExtras;

/**
 * Makes a function implement a contract, from which it takes the types of its input and context. The result is called
 * like the function: `verb(contract, run)(service, input, context)`.
 */
export const verb = <C extends Contract, F extends Run<C, OutputOf<C> | Replayed<OutputOf<C>>>>(
  contract: C,
  run: F,
): F & HandlerExtras => bind(contract, run, false);

/** A verb whose answer is a stream. */
export const streamVerb = <C extends Contract, F extends Run<C, StreamSource<OutputOf<C>>>>(
  contract: C,
  run: F,
): F & HandlerExtras => bind(contract, run, true);

/** Binds a new function, because one function may implement several contracts. */
const bind = <F extends Run<Contract, unknown>>(contract: Contract, run: F, streamed: boolean): F & HandlerExtras =>
  // safe: it takes and returns what `run` does
  Object.assign(((service, input, context) => run(service, input, context)) as F, { contract, streamed });

/**
 * The Nest controller of a service's verbs; the token is that of the service's context, which each verb takes first.
 * Throws if two verbs implement one contract.
 */
export function doorsOf<Service>(token: symbol, verbs: readonly Bound<Service>[]): Type {
  class Doors {
    readonly service: Service;
    constructor(service: Service) {
      this.service = service;
    }
  }
  Inject(token)(Doors, undefined, 0);
  Controller()(Doors);
  for (const one of verbs) {
    const { contract, streamed } = one;
    if (Object.hasOwn(Doors.prototype, contract.name)) throw new Error(`Two verbs answer ${subjectOf(contract)}.`);
    const answer = {
      // The arguments are the values that the strategy parsed by the contract.
      value(this: Doors, input: never, context: CallContext) {
        return one(this.service, input, context);
      },
    };
    Object.defineProperty(Doors.prototype, contract.name, answer);
    answerTo({ contract, streamed })(Doors.prototype, contract.name, answer);
  }
  return Doors;
}
