import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/language-context.tsx';
import { shellTexts } from './texts.ts';
import { useScreens } from './use-screens.ts';

export function Navigation() {
  const t = useTexts(shellTexts);
  const screens = useScreens();
  return (
    <nav aria-label={t('navigation')} className="grid gap-1">
      {screens.map(({ name, path, icon: Icon }) => (
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
