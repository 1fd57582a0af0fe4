import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { Button, buttonClass } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { MenuPopup } from '../menu-popup.tsx';
import { storyTexts } from './texts.ts';

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

export function DialogStory() {
  const t = useTexts(storyTexts);
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('title')}</Button>
      <Dialog title={t('title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{t('text')}</p>
      </Dialog>
    </>
  );
}

export function ConfirmDialogStory() {
  const t = useTexts(storyTexts);
  const [isOpen, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('remove')}</Button>
      {isOpen && (
        <ConfirmDialog
          title={t('title')}
          action={t('remove')}
          isBusy={false}
          error={null}
          onConfirm={close}
          onClose={close}
        >
          {t('text')}
        </ConfirmDialog>
      )}
    </>
  );
}
