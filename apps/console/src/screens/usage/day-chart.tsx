import { directionOf, localeOf } from '@parley/common/languages/languages';
import { nice, ticks } from 'd3-array';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useFormats, useLanguage, useTexts } from '../../i18n/language-context.tsx';
import { usageTexts } from '../../texts/usage.ts';
import { colorOf } from './channel-colors.ts';
import { DayTooltip } from './day-tooltip.tsx';
import type { StackedDay } from './stack-days.ts';

const HEIGHT = 200;
/** Room above the highest line, for the upper half of its number. */
const TOP = 8;
const AXIS_HEIGHT = 24;
const AXIS_WIDTH = 52;
const TICKS = 4;
/** Room for a date below the chart. */
const DATE_WIDTH = 88;
const BAR_SHARE = 0.7;
const BAR_MAX = 28;

interface Props {
  days: readonly StackedDay[];
  channels: readonly string[];
  nameOf: (channel: string) => string;
}

/** Messages by day, stacked by channel. The table below it has the same values. */
export function DayChart({ days, channels, nameOf }: Props) {
  const t = useTexts(usageTexts);
  const formats = useFormats();
  const { language } = useLanguage();
  const isRtl = directionOf(language) === 'rtl';
  const axisDay = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const [box, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<number | null>(null);
  const [, most] = nice(0, Math.max(1, ...days.map(({ total }) => total)), TICKS);
  const lines = ticks(0, most, TICKS).filter(Number.isInteger);
  const inner = Math.max(0, width - AXIS_WIDTH);
  const step = inner / days.length;
  const bar = Math.min(BAR_MAX, step * BAR_SHARE);
  const yOf = (count: number): number => TOP + HEIGHT - (count / most) * HEIGHT;
  /** Time runs in the direction of reading. */
  const mirrored = (x: number, itsWidth = 0): number => (isRtl ? width - x - itsWidth : x);
  const middleOf = (index: number): number => AXIS_WIDTH + (index + 0.5) * step;
  const every = Math.max(1, Math.ceil(DATE_WIDTH / Math.max(step, 1)));
  const day = shown === null ? undefined : days[shown];
  return (
    <figure className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="me-auto font-medium">{t('chart')}</span>
        {channels.map((channel) => (
          <span key={channel} className="flex items-center gap-1.5 text-sm text-muted">
            <svg aria-hidden width={10} height={10}>
              <rect width={10} height={10} rx={2} fill={colorOf(channel)} />
            </svg>
            {nameOf(channel)}
          </span>
        ))}
      </figcaption>
      <div ref={box} className="relative" onPointerLeave={() => setShown(null)}>
        <svg role="img" aria-label={t('chart')} width={width} height={TOP + HEIGHT + AXIS_HEIGHT} className="block">
          {lines.map((count) => (
            <g key={count}>
              <line
                x1={mirrored(AXIS_WIDTH)}
                x2={mirrored(width)}
                y1={yOf(count)}
                y2={yOf(count)}
                className="stroke-line"
              />
              <text
                x={mirrored(AXIS_WIDTH - 8)}
                y={yOf(count)}
                textAnchor="end"
                dominantBaseline="middle"
                className="fill-muted text-sm tabular-nums"
              >
                {formats.number(count)}
              </text>
            </g>
          ))}
          {days.map((one, index) => (
            <g key={one.day} onPointerEnter={() => setShown(index)}>
              <rect
                x={mirrored(AXIS_WIDTH + index * step, step)}
                y={TOP}
                width={step}
                height={HEIGHT}
                className={index === shown ? 'fill-raised' : 'fill-transparent'}
              />
              {one.parts.map(({ channel, count, from }) => (
                <rect
                  key={channel}
                  x={mirrored(middleOf(index) - bar / 2, bar)}
                  y={yOf(from + count)}
                  width={bar}
                  height={yOf(from) - yOf(from + count)}
                  fill={colorOf(channel)}
                />
              ))}
              {(days.length - 1 - index) % every === 0 && middleOf(index) + DATE_WIDTH / 2 <= width + 12 && (
                <text
                  x={mirrored(middleOf(index))}
                  y={TOP + HEIGHT + AXIS_HEIGHT - 6}
                  textAnchor="middle"
                  className="fill-muted text-sm"
                >
                  {axisDay.format(new Date(one.day))}
                </text>
              )}
            </g>
          ))}
        </svg>
        {day && (
          <DayTooltip
            day={day}
            nameOf={nameOf}
            at={mirrored(middleOf(shown ?? 0))}
            isAtEnd={mirrored(middleOf(shown ?? 0)) > width / 2}
          />
        )}
      </div>
    </figure>
  );
}

/** The width of an element in px, followed while the window changes; 0 before it is known. */
function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
