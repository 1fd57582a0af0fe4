import { Link } from '@tanstack/react-router';
import { ChevronRight, MessageSquareOff, MessageSquareText, Tag, UsersRound } from 'lucide-react';
import { useTexts } from '../../i18n/language-context.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Section } from '../../ui/page/section.tsx';

/** Links to the settings of the inbox, which have their own screens. */
export function InboxSettings() {
  const t = useTexts(settingsTexts);
  const screen = useTexts(shellTexts);
  const links = [
    { to: '/canned-replies', icon: MessageSquareText, title: screen('canned_replies'), lead: t('canned_replies_lead') },
    { to: '/labels', icon: Tag, title: screen('labels'), lead: t('labels_lead') },
    { to: '/teams', icon: UsersRound, title: screen('teams'), lead: t('teams_lead') },
    { to: '/channels', icon: MessageSquareOff, title: t('stop_words'), lead: t('stop_words_lead') },
  ] as const;
  return (
    <Section title={t('inbox')}>
      <ul className="grid max-w-xl divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {links.map(({ to, icon: Icon, title, lead }) => (
          <li key={to} className="relative flex items-center gap-3 px-4 py-3 hover:bg-raised">
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <div className="min-w-0">
              <Link to={to} className="font-medium after:absolute after:inset-0">
                {title}
              </Link>
              <p className="text-sm text-muted">{lead}</p>
            </div>
            <ChevronRight aria-hidden className="ms-auto size-4 shrink-0 text-muted rtl:-scale-x-100" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
