import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { CallContext } from '@parley/common/call-context';
import { type Contract, type InputOf, type OutputOf, subjectOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/replayed';
import type { StreamContract, StreamSource } from './stream.ts';

/** A controller's method that answers a contract. */
export type Handler<C extends Contract> = (
  input: InputOf<C>,
  context: CallContext,
) => Promise<OutputOf<C> | Replayed<OutputOf<C>>>;

/** What the strategy reads of a handler. */
export interface HandlerExtras {
  contract: Contract;
  streamed: boolean;
}

type TypedMethod<H> = <M extends H>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/** Nest hands a method only the arguments that its parameters ask for: the input, and the context beside it. */
const pattern =
  (contract: Contract, streamed: boolean): MethodDecorator =>
  (target, key, descriptor) => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    MessagePattern(subjectOf(contract), { contract, streamed } satisfies HandlerExtras)(target, key, descriptor);
  };

/** Binds a controller's method to a contract: `@Handles(send)`. */
export const Handles = <C extends Contract>(contract: C): TypedMethod<Handler<C>> =>
  pattern(contract, false) as TypedMethod<Handler<C>>; // safe: only narrows what it may decorate

/** Binds a controller's method to a contract whose answer is a stream. */
export const HandlesStream = <C extends StreamContract>(
  contract: C,
): TypedMethod<(input: InputOf<C>, context: CallContext) => Promise<StreamSource<OutputOf<C>>>> =>
  pattern(contract, true) as TypedMethod<
    (input: InputOf<C>, context: CallContext) => Promise<StreamSource<OutputOf<C>>>
  >; // safe: as above
