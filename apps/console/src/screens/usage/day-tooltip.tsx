import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { usageTexts } from '../../texts/usage.ts';
import { colorOf } from './channel-colors.ts';
import type { StackedDay } from './stack-days.ts';

interface Props {
  day: StackedDay;
  nameOf: (channel: string) => string;
  /** Distance from the left of the chart in px. */
  at: number;
  /** In the right half: it is shown to the left of the day. */
  isAtEnd: boolean;
}

/** The figures of the day under the pointer. The table shows them to everyone else. */
export function DayTooltip({ day: { day, total, parts }, nameOf, at, isAtEnd }: Props) {
  const t = useTexts(usageTexts);
  const formats = useFormats();
  return (
    <div
      aria-hidden
      style={{ left: at, transform: isAtEnd ? 'translateX(calc(-100% - 12px))' : 'translateX(12px)' }}
      className="pointer-events-none absolute top-2 z-10 grid min-w-44 gap-1 rounded-lg border border-line bg-surface p-3 text-sm shadow-float"
    >
      <span className="font-medium">{formats.day(day)}</span>
      {parts.toReversed().map(({ channel, count }) => (
        <span key={channel} className="flex items-center gap-2">
          <svg aria-hidden width={10} height={10} className="shrink-0">
            <rect width={10} height={10} rx={2} fill={colorOf(channel)} />
          </svg>
          <span className="me-auto">{nameOf(channel)}</span>
          <span className="tabular-nums">{formats.number(count)}</span>
        </span>
      ))}
      <span className="flex justify-between gap-4 text-muted">
        {t('total')} <span className="tabular-nums">{formats.number(total)}</span>
      </span>
    </div>
  );
}
