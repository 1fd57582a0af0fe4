import { Menu } from '@base-ui/react/menu';
import { CircleUserRound } from 'lucide-react';
import { useTexts } from '../i18n/language-context.tsx';
import { buttonClass } from '../ui/button.tsx';
import { MenuPopup } from '../ui/menu-popup.tsx';
import { useSession } from './session-context.tsx';
import { shellTexts } from './texts.ts';
import { useOwnCommands } from './use-commands.ts';

/** Who is signed in, and what concerns them alone. */
export function AccountMenu() {
  const t = useTexts(shellTexts);
  const { member, tenant } = useSession();
  const commands = useOwnCommands();
  const name = member?.name ?? t('operator');
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClass('quiet')} aria-label={`${t('account')}: ${name}`}>
        <CircleUserRound aria-hidden className="size-5" />
        <span className="hidden max-w-48 truncate sm:inline">{name}</span>
      </Menu.Trigger>
      <MenuPopup actions={commands} offset={6} width="min-w-56">
        <div className="border-b border-line px-3 py-2 text-sm text-muted">
          <p className="truncate">{member?.email ?? t('operator')}</p>
          {tenant && <p className="truncate">{tenant.name}</p>}
        </div>
      </MenuPopup>
    </Menu.Root>
  );
}
