import { type ComponentProps, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts, proxyTexts } from '../../texts/channels.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Section } from '../../ui/page/section.tsx';
import type { Account } from './channel-state.tsx';

const SHOWN_BY = ['session-status'] as const;

/** The address of a proxy, with its password. */
export function ProxyField(props: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'required'>) {
  return (
    <TextField
      {...props}
      name="proxy"
      dir="ltr"
      maxLength={1000}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

function SetDialog({ of: { id }, onClose }: { of: Account; onClose: () => void }) {
  const t = useTexts(proxyTexts);
  const channels = useTexts(channelsTexts);
  const set = useChange('set-proxy', { refreshes: SHOWN_BY });
  return (
    <Dialog title={t('set')} isOpen onClose={onClose}>
      <p className="text-muted">{t('lead')}</p>
      <Form
        action={t('save')}
        change={set}
        onSubmit={(form) => set.mutate({ id, proxy: textOf(form, 'proxy').trim() }, { onSuccess: onClose })}
      >
        <ProxyField label={channels('proxy')} hint={channels('proxy_hint')} required />
      </Form>
    </Dialog>
  );
}

/** The proxy of a linked phone: shown without its password, set, changed and removed. */
export function DeviceProxy({ of, session }: { of: Account; session: OutputOf<'session-status'> }) {
  const t = useTexts(proxyTexts);
  const remove = useChange('set-proxy', { refreshes: SHOWN_BY });
  const [opened, setOpened] = useState<'set' | 'remove' | null>(null);
  const close = (): void => setOpened(null);
  const proxy = session.proxy ?? null;
  return (
    <Section title={t('title')}>
      {proxy !== null && (
        <bdi dir="ltr" className="break-all font-mono text-sm">
          {proxy}
        </bdi>
      )}
      <p className="text-muted">{t(proxy === null ? 'none' : session.detail === 'proxy' ? 'failed' : 'current')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpened('set')}>{t(proxy === null ? 'set' : 'change')}</Button>
        {proxy !== null && <Button onClick={() => setOpened('remove')}>{t('remove')}</Button>}
      </div>
      {opened === 'set' && <SetDialog of={of} onClose={close} />}
      {opened === 'remove' && (
        <ConfirmDialog
          title={t('remove')}
          action={t('remove')}
          change={remove}
          onConfirm={() => remove.mutate({ id: of.id, proxy: null }, { onSuccess: close })}
          onClose={close}
        >
          {t('remove_lead')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
