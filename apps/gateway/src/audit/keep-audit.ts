import type { BusClient } from '@parley/bus/bus-client';
import { auditedFieldsOf, changeOf } from '@parley/common/contracts/audited';
import { type AuditedChange, recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import type { ResourceChange, ResourceRead } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Logger } from '@parley/runtime/logger';
import { callService } from '../pipeline/call-service.ts';
import type { AskedChange, Audited, RequestContext } from '../pipeline/request-context.ts';
import { listChanges, listItemChanges } from './list-changes.ts';
import { maskInput } from './mask-values.ts';

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

type Values = Record<string, unknown>;

const PAGE = 200;
/** Enough for the most members and invitations that a workspace can have. */
const MAX_PAGES = 50;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Listed {
  items: Values[];
  next_cursor?: string | null;
}

async function findItem(
  { contract, itemBy = {} }: ResourceRead,
  input: Values,
  context: RequestContext,
): Promise<Values | null> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const asked = contract.input.safeParse({ ...input, limit: PAGE, cursor });
    if (!asked.success) return null;
    // safe: every list has items, and a cursor if it has pages; audited.test.ts checks this
    const { items, next_cursor } = (await callService(contract, asked.data, context)) as Listed;
    const found = items.find((item) => Object.entries(itemBy).every(([of, from]) => item[of] === input[from]));
    if (found) return found;
    if (typeof next_cursor !== 'string') return null;
    cursor = next_cursor;
  }
  return null;
}

/** The values of a resource in an answer. */
function valuesIn(answer: unknown, within: string | undefined): Values | null {
  const values = within !== undefined && isValues(answer) ? answer[within] : answer;
  return isValues(values) ? values : null;
}

const isAbsence = (error: unknown): boolean =>
  error instanceof AppError && (error.code.startsWith('unknown_') || error.code === 'not_connected');

/**
 * The current state of a resource, read on behalf of the caller who changes it; null if there is none, or if the change
 * identifies it in another way.
 */
async function readResource(
  read: ResourceRead,
  input: Values,
  { within, context }: Pick<ResourceChange, 'within'> & { context: RequestContext },
): Promise<Values | null> {
  // The idempotency key belongs to the change only.
  const { idempotencyKey: _, ...asking } = context;
  // A customer key names its tenant in no field.
  const named = { ...(context.caller ? { slug: context.caller.tenantSlug } : {}), ...input };
  try {
    if (read.itemBy) return await findItem(read, named, asking);
    const input = read.contract.input.safeParse(named);
    return input.success ? valuesIn(await callService(read.contract, input.data, asking), within) : null;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
