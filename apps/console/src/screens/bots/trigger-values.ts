import type { BotTrigger } from '@parley/common/contracts/operator/bots';
import { linesOf, textOf, ticksOf } from '../../ui/form-values.ts';

export type TriggerKind = BotTrigger['kind'];
export const TRIGGER_KINDS: readonly TriggerKind[] = ['all', 'keywords', 'schedule'];
export const MATCHES = ['contains', 'exact', 'starts'] as const;

export type Hours = Extract<BotTrigger, { kind: 'schedule' }>['hours'][number];
export const WORKING_HOURS: Hours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };

/** The trigger in the form; the hours are numbered rows. */
export function triggerOf(form: FormData): BotTrigger {
  const kind = textOf(form, 'trigger');
  if (kind === 'keywords')
    return {
      kind,
      words: linesOf(textOf(form, 'words')),
      match: MATCHES.find((match) => match === textOf(form, 'match')) ?? 'contains',
    };
  if (kind === 'schedule')
    return {
      kind,
      time_zone: textOf(form, 'time_zone'),
      when: textOf(form, 'when') === 'outside' ? 'outside' : 'inside',
      hours: ticksOf(form, 'rows').map((row) => ({
        days: ticksOf(form, `days-${row}`).map(Number),
        from: textOf(form, `from-${row}`),
        to: textOf(form, `to-${row}`),
      })),
    };
  return { kind: 'all' };
}
