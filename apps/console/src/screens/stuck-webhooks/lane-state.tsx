import type { ItemOf } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { stuckTexts } from '../../texts/stuck-webhooks.ts';
import { Badge } from '../../ui/marks/badge.tsx';

export type Lane = ItemOf<'list-stuck-lanes'>;

/** The status code of the receiver's answer, or why there was none. */
export const errorOf = ({ last_attempt: last }: Lane): string =>
  last ? [last.status_code, last.error].filter((part) => part !== null).join(' ') : '–';

/** The reason why a webhook is stuck. */
export function LaneState({ of: { state } }: { of: Lane }) {
  const t = useTexts(stuckTexts);
  return <Badge look={state === 'late' ? 'warn' : 'bad'}>{t(state)}</Badge>;
}
