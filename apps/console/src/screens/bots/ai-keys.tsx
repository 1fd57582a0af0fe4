import type { AiProvider } from '@parley/common/ai-providers';
import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../shell/session/session-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Badge, type BadgeLook } from '../../ui/marks/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { AiKeyDialog } from './ai-key-dialog.tsx';
import { nameOfProvider } from './bot-values.ts';

type AiKey = OutputOf<'list-ai-keys'>['items'][number];

const LOOKS: Readonly<Record<AiKey['status'], BadgeLook>> = {
  untested: 'plain',
  works: 'good',
  refused: 'bad',
  out_of_money: 'warn',
};

const REFRESHES = { refreshes: ['list-ai-keys', 'list-bots'] } as const;

function RemoveDialog({ provider, onClose }: { provider: AiProvider; onClose: () => void }) {
  const t = useTexts(botsTexts);
  return (
    <ChangeDialog
      operation="delete-ai-key"
      input={{ provider }}
      {...REFRESHES}
      title={t('remove_key_title', { name: nameOfProvider(provider) })}
      action={t('remove_key')}
      onClose={onClose}
    >
      {t('remove_key_lead')}
    </ChangeDialog>
  );
}

function KeyActions({ provider }: { provider: AiProvider }) {
  const t = useTexts(botsTexts);
  const test = useChange('test-ai-key', REFRESHES);
  const [isRemoving, setRemoving] = useState(false);
  const name = nameOfProvider(provider);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        aria-label={`${t('test_key')}: ${name}`}
        disabled={test.isPending}
        onClick={() => test.mutate({ provider })}
      >
        {t('test_key')}
      </Button>
      <Button look="danger" aria-label={`${t('remove_key')}: ${name}`} onClick={() => setRemoving(true)}>
        {t('remove_key')}
      </Button>
      {test.data?.problem && (
        <p role="status" dir="auto" className="text-bad">
          {test.data.problem}
        </p>
      )}
      <Problem error={test.error} />
      {isRemoving && <RemoveDialog provider={provider} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** The workspace's own keys of AI providers: set, tested and removed here, never shown. */
export function AiKeys() {
  const t = useTexts(botsTexts);
  const ui = useTexts(uiTexts);
  const mayManage = isAllowed(useSession(), 'ai-keys.manage');
  const { data, error } = useOperation('list-ai-keys', {});
  const [isSetting, setSetting] = useState(false);
  return (
    <Section
      title={t('keys')}
      lead={t('keys_lead')}
      actions={mayManage && <Button onClick={() => setSetting(true)}>{t('set_key')}</Button>}
    >
      <Problem error={error} />
      {data?.items.length === 0 && <p className="text-muted">{t('no_keys')}</p>}
      {data && data.items.length > 0 && (
        <Table
          items={data.items}
          caption={t('keys')}
          keyOf={({ provider }) => provider}
          columns={[
            { title: t('provider'), show: ({ provider }) => nameOfProvider(provider) },
            { title: t('key'), show: ({ last4 }) => <bdi className="font-mono text-sm">{`…${last4}`}</bdi> },
            { title: t('status'), show: ({ status }) => <Badge look={LOOKS[status]}>{t(status)}</Badge> },
            { title: t('tested_at'), show: ({ tested_at }) => (tested_at ? <Ago at={tested_at} /> : '–') },
            ...(mayManage
              ? [{ title: ui('actions'), show: ({ provider }: AiKey) => <KeyActions provider={provider} /> }]
              : []),
          ]}
        />
      )}
      {isSetting && <AiKeyDialog onClose={() => setSetting(false)} />}
    </Section>
  );
}
