import type { BusClient } from '@parley/bus/bus-client';
import { recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/common/logger';
import type { RequestContext } from '../request-context.ts';
import { maskInput } from './mask-input.ts';

/** Makes a change between its entry in the audit log and the entry's outcome. */
export type Audited = <T>(
  change: { action: string; input: Readonly<Record<string, unknown>>; request: RequestContext },
  make: () => Promise<T>,
) => Promise<T>;

/**
 * The entry is written before the change: no change goes without one, and a process that dies in between leaves one whose
 * outcome is unknown (docs/reference/console.md#audit-log).
 */
export function makeAudited({ bus, logger }: { bus: Pick<BusClient, 'call'>; logger: Logger }): Audited {
  return async ({ action, input, request }, make) => {
    const { requestId: request_id, member, visitor } = request;
    const context = { request_id, ...(member ? { member } : {}), ...(visitor ? { visitor } : {}) };
    const { id } = await bus.call(recordAudit, { action, input: maskInput(input) }, context);
    const settle = (outcome: string): Promise<unknown> =>
      bus.call(settleAudit, { id, outcome }, { request_id }).catch((err: unknown) => {
        // The change was made, or refused: its answer stands.
        logger.warn(
          'audit.unsettled',
          { err, action, outcome, request_id },
          'An entry of the audit log has no outcome.',
        );
      });
    try {
      const made = await make();
      await settle('done');
      return made;
    } catch (error) {
      await settle(error instanceof AppError ? error.code : 'internal_error');
      throw error;
    }
  };
}
