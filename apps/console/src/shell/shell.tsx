import { Navigate, Outlet, useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useChange, useOperation } from '../api/use-operations.ts';
import { useTexts } from '../i18n/language-context.tsx';
import { withTexts } from '../i18n/load-texts.ts';
import { LiveProvider } from '../live/live-context.tsx';
import { shellTexts } from '../texts/shell.ts';
import { TypistProvider } from '../ui/forms/keep-typed.ts';
import { loadPart } from '../ui/load-part.tsx';
import { Loading } from '../ui/page/loading.tsx';
import { Problem } from '../ui/problems/problem.tsx';
import { useStoredFlag } from '../ui/use-stored-flag.ts';
import { Alerts } from './alerts/alerts.tsx';
import { commandsOfPage } from './commands/page-commands.ts';
import { GoKeys } from './keys/go-keys.ts';
import { useShortcuts } from './keys/use-shortcuts.ts';
import { useTypedAhead } from './keys/use-typed-ahead.ts';
import { TabUnread } from './navigation/navigation.tsx';
import { BottomNavigation, PhoneHeader } from './navigation/phone-bars.tsx';
import { Sidebar } from './navigation/sidebar.tsx';
import type { Opened } from './overlays.tsx';
import { isSignedOut, queryClient } from './query-client.ts';
import { PageNotFound } from './routes/page-not-found.tsx';
import { SCREENS } from './screens.ts';
import { useFollowLanguage } from './session/own-language.ts';
import { isAgentOnly, isAllowed, type Session, SessionProvider } from './session/session-context.tsx';
import type { SignInAddress } from './session/sign-in-address.ts';
import { useFollowWorkspace } from './session/use-workspaces.ts';

const loadOverlays = () => withTexts(import('./overlays.tsx'), 'shell-more');
const Overlays = lazy(() => loadOverlays().then((module) => ({ default: module.Overlays })));

const DemoBanner = loadPart(() =>
  withTexts(import('./demo/demo-banner.tsx'), 'demo').then((module) => module.DemoBanner),
);

function ActingBanner({ tenant }: { tenant: string }) {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const act = useChange('act-as-tenant');
  const stop = async (): Promise<void> => {
    // First go to a screen that needs no tenant.
    await navigate({ to: '/tenants' });
    act.mutate({ slug: null }, { onSuccess: () => void queryClient.resetQueries() });
  };
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 bg-warn-soft px-4 py-2 text-warn">
      <span>{t('acting', { tenant })}</span>
      <button type="button" className="font-medium underline" onClick={() => void stop()}>
        {t('stop_acting')}
      </button>
      <Problem error={act.error} />
    </div>
  );
}

function InactiveBanner() {
  const t = useTexts(shellTexts);
  return (
    <p role="status" className="bg-warn-soft px-4 py-2 text-warn">
      {t('inactive')}
    </p>
  );
}

/** The requested screen if the session may see it; the first page redirects to one that it may see. */
function AllowedScreen({ session }: { session: Session }) {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const asked = SCREENS.find((screen) => screen.path === path || path?.startsWith(`${screen.path}/`));
  if (asked?.path === '/' && isAgentOnly(session)) return <Navigate to="/inbox" replace />;
  if (!asked || isAllowed(session, asked.permission)) return <Outlet />;
  const first = SCREENS.find(({ permission }) => isAllowed(session, permission));
  return asked.path === '/' && first ? <Navigate to={first.path} replace /> : <PageNotFound />;
}

function SignedIn({ session }: { session: Session }) {
  const t = useTexts(shellTexts);
  useFollowLanguage(session);
  useFollowWorkspace(session);
  const [opened, setOpened] = useState<Opened | null>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isCollapsed, setCollapsed] = useStoredFlag('parley.sidebar.collapsed');
  const toggleSidebar = (): void => setCollapsed(!isCollapsed);
  const openPalette = (): void => setOpened('palette');
  useTypedAhead(opened !== null);
  useShortcuts({ onPalette: openPalette, onHelp: () => setOpened('help'), onSidebar: toggleSidebar });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes what is open
  useEffect(() => setOpened(null), [path]);
  // After the page, so that the first Ctrl-K waits for nothing.
  useEffect(() => void loadOverlays().catch(() => undefined), []);
  const close = (): void => setOpened(null);
  return (
    <SessionProvider value={session}>
      <TypistProvider value={session.member?.id ?? null}>
        <LiveProvider session={session}>
          <TabUnread />
          <Alerts />
          <GoKeys />
          <a href="#content" className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-surface focus:p-3">
            {t('skip')}
          </a>
          <div
            className={`min-h-dvh lg:grid ${isCollapsed ? 'lg:grid-cols-[3.25rem_1fr]' : 'lg:grid-cols-[14rem_1fr]'}`}
          >
            <Sidebar isCollapsed={isCollapsed} onToggle={toggleSidebar} onPalette={openPalette} />
            <div className="min-w-0 pb-(--frame-bottom)">
              <PhoneHeader onPalette={openPalette} />
              {session.roles.includes('operator') && session.tenant && <ActingBanner tenant={session.tenant.name} />}
              {session.tenant?.status === 'inactive' && <InactiveBanner />}
              {session.tenant?.demo_ends_at && (
                <Suspense>
                  <DemoBanner endsAt={session.tenant.demo_ends_at} />
                </Suspense>
              )}
              <main id="content" tabIndex={-1} className="px-4 py-6 outline-none sm:px-8">
                <AllowedScreen session={session} />
              </main>
              <BottomNavigation onMenu={() => setOpened('menu')} />
            </div>
          </div>
          {opened && (
            <Suspense>
              <Overlays opened={opened} ofPage={commandsOfPage()} onClose={close} />
            </Suspense>
          )}
        </LiveProvider>
      </TypistProvider>
    </SessionProvider>
  );
}

/** The address of the sign-in page that returns here; the first page needs no return address. */
function leave(hasEnded: boolean): SignInAddress {
  const { pathname, search } = window.location;
  const next = `${pathname}${search}`;
  return { ...(/^\/console\/?$/.test(next) ? {} : { next }), ...(hasEnded ? { ended: true } : {}) };
}

/** The frame of every page that needs a session; without one it shows the sign-in page. */
export function Shell() {
  const session = useOperation('me', {}, { everyMs: 60_000 });
  if (isSignedOut(session.error)) return <Navigate to="/sign-in" search={leave(session.data !== undefined)} replace />;
  if (session.data) return <SignedIn session={session.data} />;
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      {session.error ? <Problem error={session.error} /> : <Loading />}
    </main>
  );
}
