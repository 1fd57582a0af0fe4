import { Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { channelsTexts } from '../../../texts/channels.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { loadPart } from '../../../ui/load-part.tsx';
import type { Account } from '../channel-state.tsx';

const UsernameDialog = loadPart(() =>
  withTexts(import('./username-dialog.tsx'), 'number-settings').then((file) => file.UsernameDialog),
);

const CallsDialog = loadPart(() =>
  withTexts(import('./calls-dialog.tsx'), 'number-settings').then((file) => file.CallsDialog),
);

/** The settings that a WhatsApp number has at Meta. */
export function NumberSettings({ of: { id } }: { of: Account }) {
  const t = useTexts(channelsTexts);
  const [opened, setOpened] = useState<'username' | 'calls' | null>(null);
  const close = (): void => setOpened(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpened('username')}>{t('set_username')}</Button>
      <Button onClick={() => setOpened('calls')}>{t('set_calls')}</Button>
      <Suspense>
        {opened === 'username' && <UsernameDialog id={id} onClose={close} />}
        {opened === 'calls' && <CallsDialog id={id} onClose={close} />}
      </Suspense>
    </div>
  );
}
