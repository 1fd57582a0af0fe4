import { CircleUserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLastError } from '../api/use-operations.ts';
import { useTexts } from '../i18n/language-context.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { useSession } from './session-context.tsx';
import { shellTexts } from './texts.ts';

const load = () => import('./opened-account-menu.tsx');
const OpenedAccountMenu = lazy(() => load().then((module) => ({ default: module.OpenedAccountMenu })));

/** The changes of the menu's own commands, which the palette makes as well. */
const OWN_CHANGES = ['sign-out', 'switch-workspace'] as const;

/** The button of the menu, which is loaded when it is about to be opened. */
function MenuButton() {
  const t = useTexts(shellTexts);
  const { member } = useSession();
  const [isOpened, setOpened] = useState(false);
  const name = member?.name ?? t('operator');
  const button = {
    className: buttonClass('quiet'),
    'aria-label': `${t('account')}: ${name}`,
    children: (
      <>
        <CircleUserRound aria-hidden className="size-5" />
        <span className="hidden max-w-48 truncate sm:inline">{name}</span>
      </>
    ),
  };
  const closed = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setOpened(true)}
      {...button}
    />
  );
  if (!isOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedAccountMenu button={button} />
    </Suspense>
  );
}

/** The signed-in person and their own commands, with the error of the last one. */
export function AccountMenu() {
  const error = useLastError(OWN_CHANGES);
  return (
    <div className="relative">
      <MenuButton />
      {error && (
        <div className="absolute end-0 top-full z-30 mt-1 w-72 shadow-lg">
          <Problem error={error} />
        </div>
      )}
    </div>
  );
}
