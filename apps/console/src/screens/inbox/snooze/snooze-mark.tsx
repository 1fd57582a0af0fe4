import { AlarmClock } from 'lucide-react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { snoozeTexts } from '../../../texts/inbox.ts';
import type { Conversation } from '../conversation/conversation.ts';

const DAY_MS = 24 * 3_600_000;

/** Until when a conversation is snoozed. */
export function SnoozeMark({ snoozed, nowMs }: { snoozed: NonNullable<Conversation['snoozed']>; nowMs: number }) {
  const t = useTexts(snoozeTexts);
  const formats = useFormats();
  const { until } = snoozed;
  const isSoon = until !== null && Date.parse(until) - nowMs < DAY_MS;
  return (
    <span className="flex min-w-0 items-center gap-1" title={until === null ? undefined : formats.dateTime(until)}>
      <AlarmClock aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">
        {until === null ? t('until_answer') : t('until', { time: isSoon ? formats.time(until) : formats.date(until) })}
      </span>
    </span>
  );
}
