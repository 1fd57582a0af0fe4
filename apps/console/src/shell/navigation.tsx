import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/language-context.tsx';
import { SCREENS } from './screens.ts';
import { isAllowed, useSession } from './session-context.tsx';
import { shellTexts } from './texts.ts';

export function Navigation() {
  const t = useTexts(shellTexts);
  const session = useSession();
  return (
    <nav aria-label={t('navigation')} className="grid gap-1">
      {SCREENS.filter(({ permission }) => isAllowed(session, permission)).map(({ name, path, icon: Icon }) => (
        <Link
          key={name}
          to={path}
          activeOptions={{ exact: path === '/' }}
          className="flex min-h-10 items-center gap-3 rounded-lg px-3 hover:bg-raised aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
        >
          <Icon aria-hidden className="size-5" />
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
