import { useFormats } from '../../i18n/language-context.tsx';
import { useNow } from '../use-now.ts';

/** An instant relative to now, such as “5 min ago”, with the exact time as a tooltip. */
export function Ago({ at }: { at: string }) {
  const { ago, exactTime } = useFormats();
  const nowMs = useNow();
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {ago(at, nowMs)}
    </time>
  );
}
