import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { BotDialog } from './bot-dialog.tsx';
import { BotState } from './bot-state.tsx';
import { BotUsage } from './bot-usage.tsx';
import { type Bot, nameOfProvider } from './bot-values.ts';
import { Knowledge } from './knowledge/knowledge.tsx';
import { Playground } from './playground.tsx';
import { botsTexts } from './texts.ts';
import { ToolSecretDialog } from './tool-secret-dialog.tsx';
import { Turns } from './turns.tsx';

type Opened = { what: 'change' | 'delete' } | { what: 'secret'; secret: string } | null;

function DeleteDialog({ of, onClose }: { of: Bot; onClose: () => void }) {
  const t = useTexts(botsTexts);
  const navigate = useNavigate();
  const remove = useChange('delete-bot', { refreshes: ['list-bots'] });
  return (
    <ConfirmDialog
      title={t('delete_title', { name: of.name })}
      action={t('delete')}
      change={remove}
      onConfirm={() => remove.mutate({ id: of.id }, { onSuccess: () => void navigate({ to: '/bots' }) })}
      onClose={onClose}
    >
      {t('delete_lead')}
    </ConfirmDialog>
  );
}

function BotActions({ of, onOpen }: { of: Bot; onOpen: (opened: Opened) => void }) {
  const t = useTexts(botsTexts);
  const change = useChange('update-bot', { refreshes: ['get-bot', 'list-bots'] });
  const rotate = useChange('rotate-tool-secret');
  const isRunning = of.enabled && of.status === 'active';
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={change.isPending}
          onClick={() => change.mutate({ id: of.id, enabled: !isRunning })}
        >
          {isRunning ? t('turn_off') : t('turn_on')}
        </Button>
        <Button onClick={() => onOpen({ what: 'change' })}>{t('change')}</Button>
        <Button
          disabled={rotate.isPending}
          onClick={() =>
            rotate.mutate(
              { id: of.id },
              { onSuccess: ({ tool_secret }) => onOpen({ what: 'secret', secret: tool_secret }) },
            )
          }
        >
          {t('rotate')}
        </Button>
        <Button look="danger" onClick={() => onOpen({ what: 'delete' })}>
          {t('delete')}
        </Button>
      </div>
      <Problem error={change.error ?? rotate.error} />
    </div>
  );
}

/** One bot: playground, knowledge and switch, with its turns and costs. */
export function BotScreen() {
  const t = useTexts(botsTexts);
  const { botId } = useParams({ from: '/shell/bots/$botId' });
  const { data: bot, error } = useOperation('get-bot', { id: botId });
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  return (
    <Page
      title={bot?.name ?? t('bot')}
      lead={bot ? `${nameOfProvider(bot.provider)} ${bot.model}` : ''}
      actions={bot && <BotActions of={bot} onOpen={setOpened} />}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/bots" className="underline">
          {t('all_bots')}
        </Link>
        {bot && <BotState of={bot} />}
      </div>
      <Problem error={error} />
      {!bot && !error && <Loading />}
      {bot && (
        <>
          <Playground botId={bot.id} />
          <Knowledge botId={bot.id} />
          <BotUsage botId={bot.id} />
          <Turns botId={bot.id} />
        </>
      )}
      {bot && opened?.what === 'change' && <BotDialog of={bot} onClose={close} />}
      {bot && opened?.what === 'delete' && <DeleteDialog of={bot} onClose={close} />}
      {opened?.what === 'secret' && <ToolSecretDialog secret={opened.secret} onClose={close} />}
    </Page>
  );
}
