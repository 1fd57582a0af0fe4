import type { ResourceChange, ResourceRead } from '@parley/common/contracts/resource-change';
import { AppError } from '@parley/common/errors';
import { callService } from '../pipeline/call-service.ts';
import type { RequestContext } from '../pipeline/request-context.ts';

export type Values = Record<string, unknown>;

const PAGE = 200;
/** Enough for the most members and invitations that a workspace can have. */
const MOST_PAGES = 50;

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
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = contract.input.safeParse({ ...input, limit: PAGE, cursor });
    if (!asked.success) return null;
    // safe: every list has items, and a cursor if it has pages; resource-change.test.ts checks this
    const { items, next_cursor } = (await callService(contract, asked.data, context)) as Listed;
    const found = items.find((item) => Object.entries(itemBy).every(([of, from]) => item[of] === input[from]));
    if (found) return found;
    if (typeof next_cursor !== 'string') return null;
    cursor = next_cursor;
  }
  return null;
}

/** The values of a resource in an answer. */
export function valuesIn(answer: unknown, within: string | undefined): Values | null {
  const values = within !== undefined && isValues(answer) ? answer[within] : answer;
  return isValues(values) ? values : null;
}

const isAbsence = (error: unknown): boolean =>
  error instanceof AppError && (error.code.startsWith('unknown_') || error.code === 'not_connected');

/**
 * The current state of a resource, read on behalf of the caller who changes it; null if there is none, or if the change
 * identifies it in another way.
 */
export async function readResource(
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
