import { useTexts } from '../../i18n/language-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Bot } from './bot-values.ts';
import { botsTexts } from './texts.ts';

type Known = keyof typeof botsTexts.en;
const isKnown = (name: string): name is Known => name in botsTexts.en;

/** Whether the bot answers, and why not. */
export function BotState({ of: { enabled, status, stopped_reason } }: { of: Bot }) {
  const t = useTexts(botsTexts);
  const reason = `stopped_${stopped_reason}`;
  if (status === 'stopped')
    return (
      <div className="grid justify-items-start gap-1">
        <Badge look="bad">{t('stopped')}</Badge>
        {stopped_reason && <span className="text-sm">{isKnown(reason) ? t(reason) : stopped_reason}</span>}
      </div>
    );
  return <Badge look={enabled ? 'good' : 'plain'}>{enabled ? t('on') : t('off')}</Badge>;
}
