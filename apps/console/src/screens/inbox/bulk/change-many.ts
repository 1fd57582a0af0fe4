import { mutate, query } from '../../../api/call-gateway.ts';
import type { InputOf, OutputOf } from '../../../api/operations.ts';
import { pagesOf } from '../../../api/pages-of.ts';
import type { Filter } from '../filters/filters.ts';

export type Change = Pick<
  InputOf<'update-conversations'>,
  'status' | 'snooze' | 'assignee' | 'team' | 'bot' | 'add_labels' | 'remove_labels' | 'expected'
>;
type Changed = OutputOf<'update-conversations'>['conversations'][number];

/** The answer to one call lists at most this many changed conversations with their previous values. */
const NAMED = 100;

/** The target of a change: the selected conversations, or all that match the filters. */
export type Target = { ids: readonly number[] } | { filter: Filter };

/** The number of conversations that match a filter now. */
export async function countFound(filter: Filter): Promise<number> {
  let count = 0;
  for await (const page of pagesOf((at) => query('count-conversations', { ...filter, ...at }))) count += page.count;
  return count;
}

/** Changes all of a target, call by call; `onChanged` receives the changes of each call, even if a later one fails. */
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
  const { filter } = target;
  const pages = pagesOf((at) => mutate('update-conversations', { filter, ...change, limit: NAMED, ...at }));
  for await (const { conversations } of pages) onChanged(conversations);
}

const unlike = (labels: readonly string[], others: readonly string[]): string[] =>
  labels.filter((label) => !others.includes(label));

/** Restores labels. A label that someone has changed since is kept: labels are added and removed one by one. */
function labelsBack({ before, after }: Changed): Pick<Change, 'add_labels' | 'remove_labels'> {
  const [added, removed] = [unlike(after.labels, before.labels), unlike(before.labels, after.labels)];
  return {
    ...(removed.length > 0 ? { add_labels: removed } : {}),
    ...(added.length > 0 ? { remove_labels: added } : {}),
  };
}

/** Restores a snooze that is not over. */
function snoozeBack({ before: { snoozed } }: Changed, change: Change): Pick<Change, 'snooze'> {
  const isOver = snoozed?.until != null && Date.parse(snoozed.until) <= Date.now();
  if (snoozed !== null && !isOver) return { snooze: snoozed.until === null ? {} : { until: snoozed.until } };
  return change.snooze === undefined ? {} : { snooze: null };
}

/** A change that restores previous values. */
export interface UndoStep {
  ids: number[];
  change: Change;
}

/**
 * Plans how to undo a change: each conversation gets its previous value back, unless it has been changed since;
 * conversations with the same values share a step.
 */
export function planUndo(change: Change, changed: readonly Changed[]): UndoStep[] {
  const steps = new Map<string, UndoStep>();
  for (const one of changed) {
    const { id, before, after } = one;
    const { labels: _, snoozed: __, team: ___, ...decided } = after;
    const back: Change = {
      ...(change.status === undefined ? {} : { status: before.status }),
      // A team may have chosen the assignee.
      ...(change.assignee === undefined && change.team === undefined ? {} : { assignee: before.assignee }),
      ...(change.team === undefined ? {} : { team: before.team }),
      ...(change.bot === undefined ? {} : { bot: before.bot }),
      ...snoozeBack(one, change),
      ...labelsBack(one),
      expected: { ...decided, assignee: decided.assignee ?? 'none' },
    };
    const key = JSON.stringify(back);
    const step = steps.get(key);
    if (step) step.ids.push(id);
    else steps.set(key, { ids: [id], change: back });
  }
  return [...steps.values()];
}
