import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { BotDialog } from './bot-dialog.tsx';
import { BotState } from './bot-state.tsx';
import { BotUsage } from './bot-usage.tsx';
import { type Bot, nameOfProvider } from './bot-values.ts';
import { Knowledge } from './knowledge/knowledge.tsx';
import { Playground } from './playground.tsx';
import { ToolSecretDialog } from './tool-secret-dialog.tsx';
import { Turns } from './turns.tsx';

type Opened = { what: 'change' | 'rotate' | 'delete' } | { what: 'secret'; secret: string } | null;

function DeleteDialog({ of, onClose }: { of: Bot; onClose: () => void }) {
  const t = useTexts(botsTexts);
  const navigate = useNavigate();
  return (
    <ChangeDialog
      operation="delete-bot"
      input={{ id: of.id }}
      refreshes={['list-bots']}
      title={t('delete_title', { name: of.name })}
      action={t('delete')}
      onDone={() => void navigate({ to: '/bots' })}
      onClose={onClose}
    >
      {t('delete_lead')}
    </ChangeDialog>
  );
}

/** A bot has one tool secret: a new one ends the old one. */
function RotateDialog({ of, onOpen, onClose }: { of: Bot; onOpen: (opened: Opened) => void; onClose: () => void }) {
  const t = useTexts(botsTexts);
  return (
    <ChangeDialog
      operation="rotate-tool-secret"
      input={{ id: of.id }}
      title={t('rotate_title', { name: of.name })}
      action={t('rotate')}
      onDone={({ tool_secret: secret }) => onOpen({ what: 'secret', secret })}
      onClose={onClose}
    >
      {t('rotate_lead')}
    </ChangeDialog>
  );
}

function BotActions({ of, onOpen }: { of: Bot; onOpen: (opened: Opened) => void }) {
  const t = useTexts(botsTexts);
  const change = useChange('update-bot', { refreshes: ['get-bot', 'list-bots'] });
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
        <Button onClick={() => onOpen({ what: 'rotate' })}>{t('rotate')}</Button>
        <Button look="danger" onClick={() => onOpen({ what: 'delete' })}>
          {t('delete')}
        </Button>
      </div>
      <Problem error={change.error} />
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
      {bot && opened?.what === 'rotate' && <RotateDialog of={bot} onOpen={setOpened} onClose={close} />}
      {bot && opened?.what === 'delete' && <DeleteDialog of={bot} onClose={close} />}
      {opened?.what === 'secret' && <ToolSecretDialog secret={opened.secret} onClose={close} />}
    </Page>
  );
}
