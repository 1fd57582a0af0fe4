import { mutate, query } from '../../api/call-gateway.ts';
import type { InputOf, OutputOf } from '../../api/operations.ts';
import type { Filter } from './filters.ts';

export type Change = Pick<InputOf<'update-conversations'>, 'status' | 'assignee' | 'bot' | 'expected'>;
type Changed = OutputOf<'update-conversations'>['conversations'][number];

/** The answer to one call names this many with what they were before. */
const NAMED = 100;

/** What a change goes to: the conversations that are ticked, or everything that the filters find. */
export type Target = { ids: readonly number[] } | { filter: Filter };

/** How many conversations a filter finds now. */
export async function countFound(filter: Filter): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: OutputOf<'count-conversations'> = await query('count-conversations', {
      ...filter,
      ...(cursor ? { cursor } : {}),
    });
    count += page.count;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return count;
}

/** Changes all of a target, call by call; `onChanged` hears what each call has changed, also where a later one fails. */
export async function changeMany(
  target: Target,
  change: Change,
  onChanged: (changed: readonly Changed[]) => void,
): Promise<void> {
  if ('ids' in target) {
    for (let at = 0; at < target.ids.length; at += NAMED)
      onChanged(
        (await mutate('update-conversations', { ids: target.ids.slice(at, at + NAMED), ...change })).conversations,
      );
    return;
  }
  let cursor: string | null = null;
  do {
    const page: OutputOf<'update-conversations'> = await mutate('update-conversations', {
      filter: target.filter,
      ...change,
      limit: NAMED,
      ...(cursor ? { cursor } : {}),
    });
    onChanged(page.conversations);
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** A change that gives conversations back what they had. */
export interface UndoStep {
  ids: number[];
  change: Change;
}

/**
 * How a change is undone: each conversation gets the value that it had, unless somebody has changed it since; those with the same
 * values together.
 */
export function planUndo(change: Change, changed: readonly Changed[]): UndoStep[] {
  const steps = new Map<string, UndoStep>();
  for (const { id, before, after } of changed) {
    const back: Change = {
      ...(change.status === undefined ? {} : { status: before.status }),
      ...(change.assignee === undefined ? {} : { assignee: before.assignee }),
      ...(change.bot === undefined ? {} : { bot: before.bot }),
      expected: { ...after, assignee: after.assignee ?? 'none' },
    };
    const key = JSON.stringify(back);
    const step = steps.get(key);
    if (step) step.ids.push(id);
    else steps.set(key, { ids: [id], change: back });
  }
  return [...steps.values()];
}
