import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import type { ListDialog } from '../../ui/lists/list-state.tsx';
import { AiKeys } from './ai-keys.tsx';
import { BotDialog } from './bot-dialog.tsx';
import { BotState } from './bot-state.tsx';
import { nameOfProvider } from './bot-values.ts';
import { ToolSecretDialog } from './tool-secret-dialog.tsx';

/** The bots of the workspace, and their AI keys. */
export function BotsScreen() {
  const t = useTexts(botsTexts);
  const list = useList('list-bots', {});
  return (
    <ListScreen
      title={t('title')}
      list={list}
      keyOf={({ id }) => id}
      empty={[t('empty'), t('empty_lead')]}
      create={{
        title: t('make'),
        dialog: ({ close, show }) => (
          <BotDialog of={null} onMade={({ toolSecret }) => show(secretDialog(toolSecret))} onClose={close} />
        ),
      }}
      columns={[
        {
          title: t('name'),
          show: ({ id, name }) => (
            <Link to="/bots/$botId" params={{ botId: id }} className="font-medium underline">
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          title: t('model'),
          show: ({ provider, model }) => <bdi className="text-sm">{`${nameOfProvider(provider)} ${model}`}</bdi>,
        },
        { title: t('trigger'), show: ({ trigger }) => t(`trigger_${trigger.kind}`) },
        { title: t('status'), show: (bot) => <BotState of={bot} /> },
      ]}
    >
      <AiKeys />
    </ListScreen>
  );
}

const secretDialog =
  (secret: string): ListDialog =>
  ({ close }) => <ToolSecretDialog secret={secret} onClose={close} />;
