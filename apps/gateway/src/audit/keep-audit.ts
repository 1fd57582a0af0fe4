import type { BusClient } from '@parley/bus/bus-client';
import { changeOf } from '@parley/common/contracts/audited-changes';
import { auditedFieldsOf } from '@parley/common/contracts/audited-fields';
import { type AuditedChange, recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import type { ResourceChange } from '@parley/common/contracts/resource-change';
import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/runtime/logger';
import type { AskedChange, Audited, RequestContext } from '../pipeline/request-context.ts';
import { listChanges, listItemChanges } from './list-changes.ts';
import { maskInput } from './mask-values.ts';
import { readResource, type Values, valuesIn } from './read-resource.ts';

const NO_RESOURCE: ResourceChange = { before: null, after: 'nothing' };

const whoOf = ({ member, caller, visitor }: RequestContext) => ({
  ...(member ? { member } : {}),
  ...(caller ? { caller } : {}),
  ...(visitor ? { visitor } : {}),
});

/** The current state of the resource that an operation changes. */
const readNow = ({ before, within }: ResourceChange, { input, request }: AskedChange): Promise<Values | null> =>
  before ? readResource(before, { ...input }, { within, context: request }) : Promise.resolve(null);

async function compare(change: ResourceChange, before: Values | null, asked: AskedChange, answer: unknown) {
  const { after, within, fields, each, secrets = [] } = change;
  const values = { answer: () => valuesIn(answer, within), read: () => readNow(change, asked), nothing: () => null };
  const given = secrets.filter((field) => field in asked.input || field in (valuesIn(answer, undefined) ?? {}));
  const shown = auditedFieldsOf(asked.action);
  const changes = listChanges({ before, after: await values[after](), fields, secrets: given, shown });
  return each === undefined ? changes : [...changes, ...listItemChanges(valuesIn(answer, undefined)?.[each], shown)];
}

/**
 * Writes the entry before the change: no change goes without one, and a process that dies in between leaves an entry
 * whose outcome is unknown (docs/reference/console.md#audit-log).
 */
export function makeAudited({ bus, logger }: { bus: Pick<BusClient, 'call'>; logger: Logger }): Audited {
  return async (asked, make) => {
    const { action, input, request, slug } = asked;
    const { requestId } = request;
    const entry = { action, input: maskInput(input, auditedFieldsOf(action)), ...(slug === undefined ? {} : { slug }) };
    const { id } = await bus.call(recordAudit, entry, { requestId, ...whoOf(request) });
    const settle = (outcome: string, changes: AuditedChange[]): Promise<unknown> =>
      bus.call(settleAudit, { id, outcome, changes }, { requestId });
    // The change was made or refused: a failure to record that does not alter the answer.
    const warn = (err: unknown): void =>
      logger.warn(
        'audit.unsettled',
        { err, action, request_id: requestId },
        'An entry of the audit log lacks its outcome, or its values.',
      );
    try {
      const change = changeOf(action) ?? NO_RESOURCE;
      // The change is made even when the previous state cannot be read.
      const before = await readNow(change, asked).then(
        (values) => ({ values }),
        (error: unknown) => void warn(error),
      );
      const answer = await make();
      await (before ? compare(change, before.values, asked, answer) : Promise.resolve([]))
        .then((changes) => settle('done', changes))
        .catch(warn);
      return answer;
    } catch (error) {
      await settle(error instanceof AppError ? error.code : 'internal_error', []).catch(warn);
      throw error;
    }
  };
}
