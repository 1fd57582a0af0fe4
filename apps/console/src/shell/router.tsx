import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { withTexts } from '../i18n/load-texts.ts';
import { readTexts } from '../ui/lists/address-filters.ts';
import { SORTED_SEARCH } from '../ui/lists/use-sorted-search.ts';
import { readConnectResult } from './routes/connect-result.ts';
import { readInboxAddress } from './routes/inbox-address.ts';
import { loadScreen } from './routes/load-screen.ts';
import { PageNotFound } from './routes/page-not-found.tsx';
import { readInbox, readSession } from './routes/read-ahead.ts';
import { RouteProblem } from './routes/route-problem.tsx';
import { readSignInAddress } from './session/sign-in-address.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ notFoundComponent: PageNotFound });
const editorScreens = () => withTexts(import('../screens/templates/editor-screens.tsx'), 'templates');
const signIn = () => withTexts(import('../screens/sign-in/sign-in-pages.tsx'), 'sign-in');
const platformWebhook = () =>
  withTexts(import('../screens/platform-webhook/platform-webhook-screen.tsx'), 'platform-webhook', 'deliveries');
const outside = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: readSignInAddress,
    component: loadScreen(signIn, 'SignInPage'),
  }),
  createRoute({ getParentRoute: () => root, path: '/join', component: loadScreen(signIn, 'JoinPage') }),
  createRoute({
    getParentRoute: () => root,
    path: '/single-sign-on',
    component: loadScreen(signIn, 'FormerRedirectPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/single-sign-on/$callback',
    component: loadScreen(signIn, 'SingleSignOnPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/new-password',
    component: loadScreen(signIn, 'NewPasswordPage'),
  }),
] as const;

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  loader: readSession,
  staleTime: Number.POSITIVE_INFINITY,
});
const screens = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    component: loadScreen(() => import('../screens/home/home-screen.tsx'), 'HomeScreen', 'home'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/inbox',
    validateSearch: readInboxAddress,
    loader: ({ location }) => readInbox(readInboxAddress(location.search)),
    component: loadScreen(() => import('../screens/inbox/inbox-screen.tsx'), 'InboxScreen', 'inbox'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/phone',
    component: loadScreen(() => import('../screens/phone/phone-screen.tsx'), 'PhoneScreen', 'phone'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/comments',
    validateSearch: readTexts('platform', 'post'),
    component: loadScreen(() => import('../screens/comments/comments-screen.tsx'), 'CommentsScreen', 'comments'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/search',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      q === undefined || q === '' ? {} : { q: String(q) },
    component: loadScreen(() => import('../screens/search/search-screen.tsx'), 'SearchScreen', 'search'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels',
    validateSearch: readConnectResult,
    component: loadScreen(() => import('../screens/channels/channels-screen.tsx'), 'ChannelsScreen', 'channels'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels/$accountId',
    component: loadScreen(() => import('../screens/channels/channel-screen.tsx'), 'ChannelScreen', 'channels'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/templates',
    validateSearch: readTexts('number'),
    component: loadScreen(() => import('../screens/templates/templates-screen.tsx'), 'TemplatesScreen', 'templates'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/templates/new',
    validateSearch: readTexts('number'),
    component: loadScreen(editorScreens, 'NewTemplateScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/templates/$name/$language',
    validateSearch: readTexts('number'),
    component: loadScreen(editorScreens, 'EditTemplateScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/keys',
    component: loadScreen(() => import('../screens/keys/keys-screen.tsx'), 'KeysScreen', 'keys'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks',
    validateSearch: readTexts('key', 'status', 'delivery'),
    component: loadScreen(
      () => import('../screens/webhooks/webhooks-screen.tsx'),
      'WebhooksScreen',
      'webhooks',
      'deliveries',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/bots',
    component: loadScreen(() => import('../screens/bots/bots-screen.tsx'), 'BotsScreen', 'bots'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/bots/$botId',
    component: loadScreen(() => import('../screens/bots/bot-screen.tsx'), 'BotScreen', 'bots'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/requests',
    validateSearch: readTexts('outcome', 'request_id', 'key', 'action', 'request'),
    component: loadScreen(() => import('../screens/requests/requests-screen.tsx'), 'RequestsScreen', 'requests'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/usage',
    validateSearch: readTexts('days', 'by'),
    component: loadScreen(() => import('../screens/usage/usage-screen.tsx'), 'UsageScreen', 'usage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/credit',
    component: loadScreen(() => import('../screens/credit/credit-screen.tsx'), 'CreditScreen', 'credit'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/teams',
    component: loadScreen(() => import('../screens/teams/teams-screen.tsx'), 'TeamsScreen', 'teams'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/labels',
    component: loadScreen(() => import('../screens/labels/labels-screen.tsx'), 'LabelsScreen', 'labels'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/members',
    component: loadScreen(() => import('../screens/members/members-screen.tsx'), 'MembersScreen', 'members'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: readTexts('action', 'member', 'from', 'to'),
    component: loadScreen(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen', 'audit'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/canned-replies',
    component: loadScreen(
      () => import('../screens/canned-replies/canned-replies-screen.tsx'),
      'CannedRepliesScreen',
      'canned-replies',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    component: loadScreen(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen', 'settings'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tenants',
    validateSearch: readTexts(...SORTED_SEARCH),
    component: loadScreen(() => import('../screens/tenants/tenants-screen.tsx'), 'TenantsScreen', 'tenants'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tenants/$slug',
    component: loadScreen(() => import('../screens/tenants/tenant-screen.tsx'), 'TenantScreen', 'tenants'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/devices',
    validateSearch: readTexts(...SORTED_SEARCH),
    component: loadScreen(() => import('../screens/devices/devices-screen.tsx'), 'DevicesScreen', 'devices'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/devices/$accountId',
    component: loadScreen(() => import('../screens/devices/device-screen.tsx'), 'DeviceScreen', 'devices'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stuck-webhooks',
    validateSearch: readTexts(...SORTED_SEARCH),
    component: loadScreen(
      () => import('../screens/stuck-webhooks/stuck-webhooks-screen.tsx'),
      'StuckWebhooksScreen',
      'stuck-webhooks',
      'deliveries',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stuck-webhooks/$instanceId',
    component: loadScreen(
      () => import('../screens/stuck-webhooks/stuck-webhook-screen.tsx'),
      'StuckWebhookScreen',
      'stuck-webhooks',
      'deliveries',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: loadScreen(() => import('../screens/account/account-screen.tsx'), 'AccountScreen', 'account'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/platform-webhook',
    validateSearch: readTexts('status', 'delivery'),
    component: loadScreen(platformWebhook, 'TenantWebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/notifications',
    component: loadScreen(
      () => import('../screens/notifications/notifications-screen.tsx'),
      'NotificationsScreen',
      'notifications',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/deployment-webhook',
    validateSearch: readTexts('status', 'delivery'),
    component: loadScreen(platformWebhook, 'DeploymentWebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/deployment-audit',
    validateSearch: readTexts('action', 'from', 'to'),
    component: loadScreen(() => import('../screens/audit/audit-screen.tsx'), 'DeploymentAuditScreen', 'audit'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/system',
    component: loadScreen(() => import('../screens/system/system-screen.tsx'), 'SystemScreen', 'system'),
  }),
] as const;

/** The pages of the components exist in development only: the build leaves out what only they import. */
const stories = () => withTexts(import('../dev/story-pages.tsx'), 'stories', 'comments', 'deliveries');
const development = import.meta.env.DEV
  ? [
      createRoute({ getParentRoute: () => root, path: '/dev/ui', component: loadScreen(stories, 'StoryList') }),
      createRoute({ getParentRoute: () => root, path: '/dev/ui/$name', component: loadScreen(stories, 'StoryPage') }),
    ]
  : [];

const routeTree = root.addChildren([...outside, ...development, shell.addChildren(screens)]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
