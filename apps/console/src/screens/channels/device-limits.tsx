import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { limitsTexts } from '../../texts/channels.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import type { Account } from './channel-state.tsx';

const EVERY_MS = 5000;

/** Limits of a linked phone: its quota of new chats, and a lock. */
export function DeviceLimits({ of }: { of: Account }) {
  const t = useTexts(limitsTexts);
  const { exactTime } = useFormats();
  const { data, error } = useOperation('session-status', { id: of.id }, { everyMs: EVERY_MS });
  const limits = data?.limits;
  const chats = limits?.new_chats;
  const lock = limits?.restricted;
  const used = chats && [
    t('used', { used: chats.used ?? 0, total: chats.total ?? t('no_total') }),
    chats.resets_at === null ? '' : t('resets', { at: exactTime(chats.resets_at) }),
  ];
  const locked = lock && (lock.until === null ? t('locked') : t('locked_until', { at: exactTime(lock.until) }));
  return (
    <Section title={t('title')}>
      <Problem error={error} />
      {limits && (
        <>
          <Facts
            of={[
              { title: t('new_chats'), value: used ? used.filter(Boolean).join(' · ') : t('unknown') },
              { title: t('lock'), value: locked ?? t('none') },
              { title: t('checked'), value: limits.checked_at === null ? '–' : <Ago at={limits.checked_at} /> },
            ]}
          />
          <p className="text-muted">{t('lead')}</p>
        </>
      )}
    </Section>
  );
}
