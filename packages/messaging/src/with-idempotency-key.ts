import type { CallContext } from '@parley/common/call-context';
import type { Contract, OutputOf } from '@parley/common/define-contract';
import { asReplayed, Replayed } from '@parley/common/replayed';
import { type AnswerStore, withIdempotency } from './idempotency.ts';

/** Beyond the caller's patience a run may still be finishing. */
const LOCK_MARGIN_MS = 10_000;

/**
 * Runs a POST action once per `Idempotency-Key`, and marks an answer that is told again
 * (docs/reference/requests.md#idempotency-key).
 */
export async function withIdempotencyKey<C extends Contract>(
  store: AnswerStore,
  contract: C,
  context: CallContext,
  run: () => Promise<OutputOf<C>>,
): Promise<OutputOf<C> | Replayed<OutputOf<C>>> {
  const once = await withIdempotency(
    {
      ...store,
      context,
      action: contract.name,
      // safe: written from an output of the same contract, and parsed by it once more when it leaves
      readOutput: (stored) => stored as OutputOf<C>,
      lockMs: contract.deadlineMs + LOCK_MARGIN_MS,
    },
    run,
  );
  if ('error' in once) throw asReplayed(once.error);
  return once.replayed ? new Replayed(once.output) : once.output;
}
