import type { OutputOf } from '../../api/operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { limitsTexts } from '../../texts/channels.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';

type Limits = NonNullable<OutputOf<'session-status'>['limits']>;

/** Limits of a linked phone: its quota of new chats, and a lock. */
export function DeviceLimits({ of }: { of: Limits }) {
  const t = useTexts(limitsTexts);
  const { exactTime } = useFormats();
  const { new_chats: chats, restricted: lock, checked_at: checkedAt } = of;
  const used = chats && [
    t('used', { used: chats.used ?? 0, total: chats.total ?? t('no_total') }),
    chats.resets_at === null ? '' : t('resets', { at: exactTime(chats.resets_at) }),
  ];
  const locked = lock && (lock.until === null ? t('locked') : t('locked_until', { at: exactTime(lock.until) }));
  return (
    <Section title={t('title')}>
      <Facts
        of={[
          { title: t('new_chats'), value: used ? used.filter(Boolean).join(' · ') : t('unknown') },
          { title: t('lock'), value: locked ?? t('none') },
          { title: t('checked'), value: checkedAt === null ? '–' : <Ago at={checkedAt} /> },
        ]}
      />
      <p className="text-muted">{t('lead')}</p>
    </Section>
  );
}
