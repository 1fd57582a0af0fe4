import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Listing } from '../../ui/listing.tsx';
import { EmptyPage, Page } from '../../ui/page.tsx';
import { AiKeys } from './ai-keys.tsx';
import { BotDialog } from './bot-dialog.tsx';
import { BotState } from './bot-state.tsx';
import { nameOfProvider } from './bot-values.ts';
import { botsTexts } from './texts.ts';
import { ToolSecretDialog } from './tool-secret-dialog.tsx';

/** The bots of the workspace, and their AI keys. */
export function BotsScreen() {
  const t = useTexts(botsTexts);
  const list = useList('list-bots', {});
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {t('make')}
    </Button>
  );
  const made = ({ toolSecret }: { toolSecret: string }): void => {
    setMaking(false);
    setSecret(toolSecret);
  };
  return (
    <Page title={t('title')} actions={list.data?.length ? make : undefined}>
      <Listing
        caption={t('title')}
        list={list}
        keyOf={({ id }) => id}
        empty={
          <EmptyPage title={t('empty')} action={make}>
            {t('empty_lead')}
          </EmptyPage>
        }
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
      />
      <AiKeys />
      {isMaking && <BotDialog of={null} onMade={made} onClose={() => setMaking(false)} />}
      {secret && <ToolSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  );
}
