import type { CallContext } from '@parley/common/call-context';
import { casingOf } from '@parley/common/casing/contract-casing';
import type { Contract, OutputOf, WireOutputOf } from '@parley/common/define-contract';
import { asReplayed, Replayed } from '@parley/common/messages/replayed';
import { type AnswerStore, withIdempotency } from './idempotency.ts';

/** A run may still be finishing after its caller's deadline. */
const LOCK_MARGIN_MS = 10_000;

/**
 * Runs a POST action once per `Idempotency-Key`, and marks a replayed answer
 * (docs/reference/requests.md#idempotency-key).
 */
export async function withIdempotencyKey<C extends Contract>(
  store: AnswerStore,
  contract: C,
  context: CallContext,
  run: () => Promise<OutputOf<C>>,
): Promise<OutputOf<C> | Replayed<OutputOf<C>>> {
  const { toWire, fromWire } = casingOf(contract);
  const once = await withIdempotency(
    {
      ...store,
      context,
      action: contract.name,
      writeOutput: toWire,
      // safe: written from an output of the same contract, which parses it again when it leaves
      readOutput: (stored) => fromWire(stored as WireOutputOf<C>),
      lockMs: contract.deadlineMs + LOCK_MARGIN_MS,
    },
    run,
  );
  if ('error' in once) throw asReplayed(once.error);
  return once.replayed ? new Replayed(once.output) : once.output;
}
