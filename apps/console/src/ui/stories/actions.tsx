import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { storyTexts } from '../../texts/stories.ts';
import { ActionMenu } from '../buttons/action-menu.tsx';
import { Button, buttonClass } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { MenuPopup } from '../buttons/menu-popup.tsx';
import { OpenedActions } from '../buttons/opened-actions.tsx';
import { PopupButton } from '../buttons/popup-button.tsx';
import { Tooltip, tooltips } from '../buttons/tooltip.tsx';
import { ChangeDialog } from '../dialogs/change-dialog.tsx';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { TextField } from '../fields/field.tsx';
import { AskBeforeLeaving } from '../forms/ask-before-leaving.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TabPanel, Tabs } from '../page/tabs.tsx';
import { notify } from '../problems/toast.ts';

const useActions = () => {
  const t = useTexts(storyTexts);
  const run = (): void => {};
  return [
    { title: t('action'), run },
    { title: t('remove'), isDangerous: true, run },
  ];
};

export function ButtonStory() {
  const t = useTexts(storyTexts);
  return (
    <div className="flex flex-wrap gap-3">
      {(['primary', 'plain', 'quiet', 'danger'] as const).map((look) => (
        <Button key={look} look={look}>
          {t('action')}
        </Button>
      ))}
      <Button disabled>{t('action')}</Button>
    </div>
  );
}

export const IconButtonStory = () => <IconButton label={useTexts(storyTexts)('remove')} icon={X} shortcut="x" />;

export const TooltipStory = () => (
  <Tooltip label={useTexts(storyTexts)('hint')} shortcut="x">
    <Button>{useTexts(storyTexts)('action')}</Button>
  </Tooltip>
);

/** The page's own tooltip, open at first. */
export function OpenedTooltipStory() {
  const t = useTexts(storyTexts);
  useEffect(() => tooltips.open('opened'), []);
  return (
    <Tooltip id="opened" label={t('hint')} shortcut="x">
      <Button>{t('action')}</Button>
    </Tooltip>
  );
}

/** The page's own toasts. */
export function OpenedToastsStory() {
  const t = useTexts(storyTexts);
  useEffect(() => notify(t('text')), [t]);
  return <Button onClick={() => notify(t('good'))}>{t('action')}</Button>;
}

export function TabsStory() {
  const t = useTexts(storyTexts);
  const [chosen, setChosen] = useState<'first' | 'second'>('first');
  const tabs = [
    { value: 'first', text: t('first') },
    { value: 'second', text: t('second'), isAmber: true },
  ] as const;
  return (
    <Tabs label={t('title')} tabs={tabs} chosen={chosen} onChoose={setChosen}>
      <TabPanel value="first">{t('text')}</TabPanel>
      <TabPanel value="second">{t('lead')}</TabPanel>
    </Tabs>
  );
}

export const TabPanelStory = TabsStory;

export const ActionMenuStory = () => <ActionMenu label={useTexts(storyTexts)('title')} actions={useActions()} />;

export function MenuPopupStory() {
  const t = useTexts(storyTexts);
  const actions = useActions();
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={buttonClass('plain')}>{t('title')}</Menu.Trigger>
      <MenuPopup actions={actions} offset={8} width="min-w-56">
        <p className="px-3 py-2 text-sm text-muted">{t('hint')}</p>
      </MenuPopup>
    </Menu.Root>
  );
}

export function OpenedActionsStory() {
  const button = { className: buttonClass('plain'), children: useTexts(storyTexts)('title') };
  return <OpenedActions button={button} actions={useActions()} width="min-w-56" />;
}

export function PopupButtonStory() {
  const button = { className: buttonClass('plain'), children: useTexts(storyTexts)('title') };
  return (
    <PopupButton popup="menu" load={async () => undefined} button={button}>
      <MenuPopupStory />
    </PopupButton>
  );
}

/** A button that opens a dialog, which is open at first. */
function Opened({ action, show }: { action: string; show: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{action}</Button>
      {isOpen && show(() => setOpen(false))}
    </>
  );
}

/** Asks at once when it is shown, and again at each press of the button; the way back stays free. */
export function AskBeforeLeavingStory() {
  const t = useTexts(storyTexts);
  const navigate = useNavigate();
  const asks = useRef(0);
  const isOn = useCallback((): boolean => asks.current-- > 0, []);
  const leave = useCallback((): void => {
    asks.current = 1;
    void navigate({ to: '/dev/ui' });
  }, [navigate]);
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isOpened.current) leave();
    isOpened.current = true;
  }, [leave]);
  return (
    <>
      <AskBeforeLeaving isOn={isOn} onDiscard={() => {}} />
      <Button onClick={leave}>{t('action')}</Button>
    </>
  );
}

const IDLE = { isPending: false, error: null };

export function DialogStory() {
  const t = useTexts(storyTexts);
  return (
    <Opened
      action={t('title')}
      show={(close) => (
        <Dialog title={t('title')} isOpen onClose={close}>
          <p>{t('text')}</p>
        </Dialog>
      )}
    />
  );
}

export function ConfirmDialogStory() {
  const t = useTexts(storyTexts);
  return (
    <Opened
      action={t('remove')}
      show={(close) => (
        <ConfirmDialog title={t('title')} action={t('remove')} change={IDLE} onConfirm={close} onClose={close}>
          {t('text')}
        </ConfirmDialog>
      )}
    />
  );
}

export function ChangeDialogStory() {
  const t = useTexts(storyTexts);
  return (
    <Opened
      action={t('remove')}
      show={(close) => (
        <ChangeDialog
          operation="delete-label"
          refreshes={[]}
          input={{ id: '' }}
          title={t('title')}
          action={t('remove')}
          onClose={close}
        >
          {t('text')}
        </ChangeDialog>
      )}
    />
  );
}

export function FormDialogStory() {
  const t = useTexts(storyTexts);
  return (
    <Opened
      action={t('title')}
      show={(close) => (
        <FormDialog
          title={t('title')}
          lead={t('lead')}
          action={t('action')}
          change={IDLE}
          refusal={t('hint')}
          onSubmit={close}
          onClose={close}
        >
          <TextField label={t('name')} name="name" required />
        </FormDialog>
      )}
    />
  );
}

export function SecretDialogStory() {
  const t = useTexts(storyTexts);
  return (
    <Opened
      action={t('title')}
      show={(close) => <SecretDialog title={t('name')} lead={t('lead')} secret="whsec_0123456789" onClose={close} />}
    />
  );
}
