import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { CallContext } from '@parley/common/call-context';
import { type Contract, type InputOf, type OutputOf, subjectOf } from '@parley/common/define-contract';
import type { Replayed } from '@parley/common/messages/replayed';
import type { StreamContract, StreamSource } from './carriers/stream.ts';

/** A controller's method that implements a contract. */
export type Handler<C extends Contract> = (
  input: InputOf<C>,
  context: CallContext,
) => Promise<OutputOf<C> | Replayed<OutputOf<C>>>;

/** Metadata of a handler that the strategy reads. */
export interface HandlerExtras {
  contract: Contract;
  streamed: boolean;
}

type TypedMethod<H> = <M extends H>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Makes a controller's method implement a contract. Nest only passes the arguments that a method's parameters request:
 * the input, and the context with it.
 */
export const answerTo =
  ({ contract, streamed }: HandlerExtras): MethodDecorator =>
  (target, key, descriptor) => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    MessagePattern(subjectOf(contract), { contract, streamed } satisfies HandlerExtras)(target, key, descriptor);
  };

/** Binds a controller's method to a contract: `@Handles(send)`. */
export const Handles = <C extends Contract>(contract: C): TypedMethod<Handler<C>> =>
  answerTo({ contract, streamed: false }) as TypedMethod<Handler<C>>; // safe: only restricts the decorated methods

/** Binds a controller's method to a contract whose answer is a stream. */
export const HandlesStream = <C extends StreamContract>(
  contract: C,
): TypedMethod<(input: InputOf<C>, context: CallContext) => Promise<StreamSource<OutputOf<C>>>> =>
  answerTo({ contract, streamed: true }) as TypedMethod<
    (input: InputOf<C>, context: CallContext) => Promise<StreamSource<OutputOf<C>>>
  >; // safe: as above
