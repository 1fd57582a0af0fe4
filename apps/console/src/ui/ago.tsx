import { useFormats } from '../i18n/language-context.tsx';

/** An instant by its distance from now; the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const { ago, dateTime } = useFormats();
  return (
    <time dateTime={at} title={dateTime(at)} className="whitespace-nowrap">
      {ago(at, Date.now())}
    </time>
  );
}
