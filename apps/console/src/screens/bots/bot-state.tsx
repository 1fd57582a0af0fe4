import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import type { Bot } from './bot-values.ts';
import { Reason } from './reason.tsx';

/** Whether the bot answers, and why not. */
export function BotState({ of: { enabled, status, stopped_reason } }: { of: Bot }) {
  const t = useTexts(botsTexts);
  if (status === 'stopped')
    return (
      <div className="grid justify-items-start gap-1">
        <Badge look="bad">{t('stopped')}</Badge>
        <p className="text-sm">{stopped_reason && <Reason of={stopped_reason} />}</p>
      </div>
    );
  return <Badge look={enabled ? 'good' : 'plain'}>{enabled ? t('on') : t('off')}</Badge>;
}
