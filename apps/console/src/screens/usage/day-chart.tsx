import type { DaySum } from './sum-days.ts';

const HEIGHT = 160;
const STEP = 24;
const BAR = 9;

/** Two bars a day, in and out; a chart of the table below it. */
export function DayChart({ days, label }: { days: readonly DaySum[]; label: string }) {
  const most = Math.max(1, ...days.flatMap(({ messagesIn, messagesOut }) => [messagesIn, messagesOut]));
  const heightOf = (value: number): number => (value / most) * HEIGHT;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border border-line bg-surface p-5">
      <svg role="img" aria-label={label} width={days.length * STEP} height={HEIGHT + 2} className="block">
        <title>{label}</title>
        {days.map(({ day, messagesIn, messagesOut }, index) => (
          <g key={day}>
            <rect
              x={index * STEP}
              y={HEIGHT - heightOf(messagesIn)}
              width={BAR}
              height={heightOf(messagesIn)}
              className="fill-muted"
            />
            <rect
              x={index * STEP + BAR + 1}
              y={HEIGHT - heightOf(messagesOut)}
              width={BAR}
              height={heightOf(messagesOut)}
              className="fill-accent"
            />
          </g>
        ))}
        <line x1={0} y1={HEIGHT + 0.5} x2={days.length * STEP} y2={HEIGHT + 0.5} className="stroke-line" />
      </svg>
    </section>
  );
}
