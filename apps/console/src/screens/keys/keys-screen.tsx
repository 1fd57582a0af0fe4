import { useChange, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import type { ListDialog, RowMenu } from '../../ui/lists/list-state.tsx';
import { Badge, type BadgeLook } from '../../ui/marks/badge.tsx';
import { ChannelMark } from '../../ui/marks/channel-mark.tsx';
import { useNow } from '../../ui/use-now.ts';
import { KeyDialog } from './key-dialog.tsx';
import type { Key } from './key-fields.tsx';
import { KeyUse } from './key-use.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { type Shown, ShownKey } from './shown-key.tsx';

type State = 'in_use' | 'paused' | 'revoked';

const LOOKS: Readonly<Record<State, BadgeLook>> = { in_use: 'good', paused: 'warn', revoked: 'plain' };

function stateOf({ revoked_at, enabled }: Key): State {
  if (revoked_at !== null) return 'revoked';
  return enabled ? 'in_use' : 'paused';
}

/** The state of a key, and how long its old API key works too. */
function KeyState({ of }: { of: Key }) {
  const t = useTexts(keysTexts);
  const formats = useFormats();
  const nowMs = useNow();
  const { previous_key_until: until } = of;
  const state = stateOf(of);
  return (
    <>
      <Badge look={LOOKS[state]}>{t(state)}</Badge>
      {until !== null && state === 'in_use' && Date.parse(until) > nowMs && (
        <p className="text-sm text-muted">{t('old_until', { time: formats.dateTime(until) })}</p>
      )}
    </>
  );
}

/** API keys: create, show once, change, pause, rotate, revoke. */
export function KeysScreen() {
  const t = useTexts(keysTexts);
  const formats = useFormats();
  const list = useList('list-keys', {});
  return (
    <ListScreen
      title={t('title')}
      list={list}
      keyOf={(key) => key.instance_id}
      empty={[t('empty'), t('empty_lead')]}
      create={{
        title: t('make'),
        dialog: ({ close, show }) => <KeyDialog of={null} onMade={(shown) => show(shownKey(shown))} onClose={close} />,
      }}
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
        { title: t('state'), show: (key) => <KeyState of={key} /> },
      ]}
      useMenu={useMenu}
    />
  );
}

const shownKey =
  (shown: Shown): ListDialog =>
  ({ close }) => <ShownKey shown={shown} onClose={close} />;

function useMenu(key: Key): RowMenu | null {
  const t = useTexts(keysTexts);
  const change = useChange('update-key', { refreshes: ['list-keys'] });
  const { instance_id, label, enabled } = key;
  if (key.revoked_at !== null) return null;
  return {
    label: t('actions', { label }),
    error: change.error,
    actions: [
      {
        title: t('change'),
        dialog: ({ close, show }) => <KeyDialog of={key} onMade={(shown) => show(shownKey(shown))} onClose={close} />,
      },
      { title: enabled ? t('pause') : t('resume'), run: () => change.mutate({ instance_id, enabled: !enabled }) },
      {
        title: t('rotate'),
        // A second time within a day breaks a receiver at once.
        dialog: ({ close, show }) => (
          <ChangeDialog
            operation="rotate-secret"
            input={{ instance_id }}
            title={t('rotate_title', { label })}
            action={t('rotate')}
            onDone={({ webhook_secret }) => show(shownKey({ apiKey: null, webhookSecret: webhook_secret }))}
            onClose={close}
          >
            {t('rotate_lead')}
          </ChangeDialog>
        ),
      },
      {
        title: t('rotate_key'),
        dialog: ({ close, show }) => (
          <RotateKeyDialog
            of={key}
            onRotated={(apiKey) => show(shownKey({ apiKey, webhookSecret: null }))}
            onClose={close}
          />
        ),
      },
      {
        title: t('revoke'),
        isDangerous: true,
        dialog: ({ close }) => <RevokeDialog of={key} onClose={close} />,
      },
    ],
  };
}
