import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { daysTexts } from '../../../texts/conversation.ts';
import { useNow } from '../../../ui/use-now.ts';
import { daysAgo } from './days-ago.ts';

/** The day of an instant: today, yesterday or its date. */
export function DayName({ at }: { at: string }) {
  const t = useTexts(daysTexts);
  const formats = useFormats();
  const days = daysAgo(at, useNow());
  return days === 0 ? t('today') : days === 1 ? t('yesterday') : formats.date(at);
}

/** The line above the first message or note of a day. */
export const DayLine = ({ at }: { at: string }) => (
  <p className="mx-auto my-2 w-fit rounded-full bg-raised px-3 text-sm text-muted">
    <DayName at={at} />
  </p>
);
