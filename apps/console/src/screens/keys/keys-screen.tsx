import { useState } from 'react';
import { useChange, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ChannelMark } from '../../ui/channel-mark.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Problem } from '../../ui/problem.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { KeyDialog } from './key-dialog.tsx';
import type { Key } from './key-fields.tsx';
import { KeyUse } from './key-use.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { type Shown, ShownKey } from './shown-key.tsx';
import { keysTexts } from './texts.ts';

type Opened = { what: 'make' } | { what: 'change' | 'revoke'; key: Key } | { what: 'shown'; shown: Shown } | null;
type State = 'in_use' | 'paused' | 'revoked';

const LOOKS: Readonly<Record<State, BadgeLook>> = { in_use: 'good', paused: 'warn', revoked: 'plain' };

function stateOf({ revoked_at, enabled }: Key): State {
  if (revoked_at !== null) return 'revoked';
  return enabled ? 'in_use' : 'paused';
}

function KeyActions({ of, onOpen }: { of: Key; onOpen: (opened: Opened) => void }) {
  const t = useTexts(keysTexts);
  const change = useChange('update-key', { refreshes: ['list-keys'] });
  const rotate = useChange('rotate-secret');
  const { instance_id, enabled } = of;
  const newSecret = (): void =>
    rotate.mutate(
      { instance_id },
      {
        onSuccess: ({ webhook_secret }) =>
          onOpen({ what: 'shown', shown: { apiKey: null, webhookSecret: webhook_secret } }),
      },
    );
  if (of.revoked_at !== null) return null;
  return (
    <>
      <ActionMenu
        label={t('actions', { label: of.label })}
        actions={[
          { title: t('change'), run: () => onOpen({ what: 'change', key: of }) },
          {
            title: enabled ? t('pause') : t('resume'),
            run: () => change.mutate({ instance_id, enabled: !enabled }),
          },
          { title: t('rotate'), run: newSecret },
          { title: t('revoke'), isDangerous: true, run: () => onOpen({ what: 'revoke', key: of }) },
        ]}
      />
      <Problem error={change.error ?? rotate.error} />
    </>
  );
}

/** API keys: create, show once, change, pause, rotate, revoke. */
export function KeysScreen() {
  const t = useTexts(keysTexts);
  const ui = useTexts(uiTexts);
  const formats = useFormats();
  const { tenant } = useSession();
  const list = useList('list-keys', {});
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const make = (
    <Button look="primary" onClick={() => setOpened({ what: 'make' })}>
      {t('make')}
    </Button>
  );
  const dialog = opened?.what === 'make' || opened?.what === 'change';
  return (
    <ListScreen
      title={t('title')}
      create={make}
      list={list}
      keyOf={(key) => key.instance_id}
      emptyTitle={t('empty')}
      emptyLead={t('empty_lead')}
      columns={[
        {
          title: t('label'),
          show: (key) => (
            <div>
              <p className="font-medium">{key.label}</p>
              <p className="font-mono text-sm text-muted">{key.instance_id}</p>
            </div>
          ),
        },
        {
          title: t('channels'),
          show: (key) => (
            <span className="flex gap-1">
              {key.channels.map((channel) => (
                <ChannelMark key={channel} channel={channel} size="small" />
              ))}
            </span>
          ),
        },
        { title: t('limit'), isNumber: true, show: (key) => formats.number(key.rate_limit_per_minute) },
        { title: t('used'), show: (key) => <KeyUse of={key} /> },
        { title: t('made'), show: (key) => formats.date(key.created_at) },
        { title: t('state'), show: (key) => <Badge look={LOOKS[stateOf(key)]}>{t(stateOf(key))}</Badge> },
        { title: ui('actions'), show: (key) => <KeyActions of={key} onOpen={setOpened} /> },
      ]}
    >
      {dialog && (
        <KeyDialog
          of={opened.what === 'change' ? opened.key : null}
          onMade={(shown) => setOpened({ what: 'shown', shown })}
          onClose={close}
        />
      )}
      {opened?.what === 'shown' && <ShownKey shown={opened.shown} slug={tenant?.slug ?? ''} onClose={close} />}
      {opened?.what === 'revoke' && <RevokeDialog of={opened.key} onClose={close} />}
    </ListScreen>
  );
}
