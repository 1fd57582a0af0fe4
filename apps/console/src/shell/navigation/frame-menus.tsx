import { ChevronsUpDown } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { useLastError } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { PopupButton } from '../../ui/buttons/popup-button.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { WorkspaceLogo } from '../../ui/marks/workspace-logo.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { useSession } from '../session/session-context.tsx';
import { useWorkspaceLogo } from '../session/use-workspace-logo.ts';

const load = () => import('./opened-menu.tsx');
const OpenedAccountMenu = lazy(() => load().then((module) => ({ default: module.OpenedAccountMenu })));
const OpenedWorkspaceMenu = lazy(() => load().then((module) => ({ default: module.OpenedWorkspaceMenu })));

const ROW = 'flex min-h-9 min-w-0 items-center gap-2 rounded-lg px-2 text-start';

interface MenuButtonProps {
  Opened: ComponentType<{ button: { className: string; children: ReactNode } }>;
  children: ReactNode;
}

/** The button of a menu. */
function MenuButton({ Opened, children }: MenuButtonProps) {
  const button = { className: `${ROW} w-full hover:bg-raised`, children };
  return (
    <PopupButton popup="menu" load={load} button={button}>
      <Opened button={button} />
    </PopupButton>
  );
}

/** The operations of the menus' commands; the palette has the same commands. */
const OWN_CHANGES = ['sign-out', 'switch-workspace'] as const;

/** The signed-in person with a menu of their commands, and the error of the last command. */
export function AccountMenu({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const t = useTexts(shellTexts);
  const { member } = useSession();
  const error = useLastError(OWN_CHANGES);
  const name = member?.name ?? t('operator');
  return (
    <div className="grid min-w-0 gap-2">
      {error && (
        <div className="fixed start-3 bottom-16 z-30 w-72 shadow-float">
          <Problem error={error} />
        </div>
      )}
      <MenuButton Opened={OpenedAccountMenu}>
        <Avatar name={name} seed={member?.id ?? ''} />
        <span className="sr-only">{`${t('account')}: `}</span>
        <bdi className={isCollapsed ? 'sr-only' : 'truncate'}>{name}</bdi>
      </MenuButton>
    </div>
  );
}

/** The workspace of the session; a menu if the reader can switch to another one. */
export function WorkspaceMenu({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const t = useTexts(shellTexts);
  const { tenant, workspaces } = useSession();
  const logo = useWorkspaceLogo(tenant?.logo_version ?? null);
  const name = tenant?.name ?? t('no_workspace');
  const shown = (
    <>
      <WorkspaceLogo name={tenant?.name ?? 'P'} image={logo} />
      <bdi className={isCollapsed ? 'sr-only' : 'truncate font-semibold'}>{name}</bdi>
    </>
  );
  if (!workspaces.some(({ slug }) => slug !== tenant?.slug)) return <div className={ROW}>{shown}</div>;
  return (
    <MenuButton Opened={OpenedWorkspaceMenu}>
      <span className="sr-only">{`${t('workspace')}: `}</span>
      {shown}
      {!isCollapsed && <ChevronsUpDown aria-hidden className="ms-auto size-4 shrink-0 text-muted" />}
    </MenuButton>
  );
}
