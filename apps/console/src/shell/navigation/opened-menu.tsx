import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { MenuPopup } from '../../ui/buttons/menu-popup.tsx';
import { useOwnCommands } from '../commands/use-own-commands.ts';
import { useSession } from '../session/session-context.tsx';
import { useWorkspaceCommands } from '../session/use-workspaces.ts';

interface Props {
  button: { className: string; children: ReactNode };
}

/** The account menu, open when it is first shown. */
export function OpenedAccountMenu({ button }: Props) {
  const t = useTexts(shellTexts);
  const { member } = useSession();
  const commands = useOwnCommands();
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger {...button} />
      <MenuPopup actions={commands} offset={6} width="min-w-56">
        <p className="truncate border-b border-line px-3 py-2 text-sm text-muted">{member?.email ?? t('operator')}</p>
      </MenuPopup>
    </Menu.Root>
  );
}

/** The menu of the other workspaces, open when it is first shown. */
export function OpenedWorkspaceMenu({ button }: Props) {
  const commands = useWorkspaceCommands();
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger {...button} />
      <MenuPopup actions={commands} offset={6} width="min-w-56" />
    </Menu.Root>
  );
}
