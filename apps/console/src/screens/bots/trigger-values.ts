import type { BotTrigger } from '@parley/common/contracts/operator/bots';
import { linesOf, textOf } from '../../ui/forms/form-values.ts';
import { hoursOf } from '../../ui/weekly-hours/hours-values.ts';

export type TriggerKind = BotTrigger['kind'];
export const TRIGGER_KINDS: readonly TriggerKind[] = ['all', 'keywords', 'schedule'];
export const MATCHES = ['contains', 'exact', 'starts'] as const;

/** The trigger in the form. */
export function triggerOf(form: FormData): BotTrigger {
  const kind = textOf(form, 'trigger');
  if (kind === 'keywords')
    return {
      kind,
      words: linesOf(textOf(form, 'words')),
      match: MATCHES.find((match) => match === textOf(form, 'match')) ?? 'contains',
    };
  if (kind === 'schedule')
    return { kind, when: textOf(form, 'when') === 'outside' ? 'outside' : 'inside', ...hoursOf(form) };
  return { kind: 'all' };
}
