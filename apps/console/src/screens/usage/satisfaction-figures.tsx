import { RATINGS } from '@parley/common/messages/rating';
import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { usageTexts } from '../../texts/usage.ts';

/** How customers answered the satisfaction question; nothing while none was asked. */
export function SatisfactionFigures({ days }: { days: number }) {
  const t = useTexts(usageTexts);
  const { number } = useFormats();
  const { data } = useOperation('show-satisfaction', { days });
  if (!data || data.asked === 0) return null;
  const answered = data.good + data.middling + data.bad;
  return (
    <section aria-label={t('satisfaction')} className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <h2 className="font-medium">{t('satisfaction')}</h2>
      {RATINGS.map(({ name, sign }) => (
        <span key={name} className="tabular-nums">
          <span role="img" aria-label={t(name)}>
            {sign}
          </span>{' '}
          {number(data[name])}
        </span>
      ))}
      <span className="text-muted">{t('answered_of', { answered: number(answered), asked: number(data.asked) })}</span>
    </section>
  );
}
