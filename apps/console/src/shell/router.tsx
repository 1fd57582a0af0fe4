import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { readTexts } from '../ui/address-filters.ts';
import { SORTED_SEARCH } from '../ui/use-sorted-search.ts';
import { readConnectResult } from './connect-result.ts';
import { readInboxAddress } from './inbox-address.ts';
import { loadScreen } from './load-screen.ts';
import { PageNotFound } from './page-not-found.tsx';
import { readInbox, readSession } from './read-ahead.ts';
import { RouteProblem } from './route-problem.tsx';
import { Shell } from './shell.tsx';
import { readSignInAddress } from './sign-in-address.ts';

const root = createRootRoute({ notFoundComponent: PageNotFound });
const signIn = () => import('../screens/sign-in/sign-in-pages.tsx');
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
    component: loadScreen(() => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/inbox',
    validateSearch: readInboxAddress,
    loader: ({ location }) => readInbox(readInboxAddress(location.search)),
    component: loadScreen(() => import('../screens/inbox/inbox-screen.tsx'), 'InboxScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/phone',
    component: loadScreen(() => import('../screens/phone/phone-screen.tsx'), 'PhoneScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/comments',
    validateSearch: readTexts('platform', 'post'),
    component: loadScreen(() => import('../screens/comments/comments-screen.tsx'), 'CommentsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/search',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      q === undefined || q === '' ? {} : { q: String(q) },
    component: loadScreen(() => import('../screens/search/search-screen.tsx'), 'SearchScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels',
    validateSearch: readConnectResult,
    component: loadScreen(() => import('../screens/channels/channels-screen.tsx'), 'ChannelsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/channels/$accountId',
    component: loadScreen(() => import('../screens/channels/channel-screen.tsx'), 'ChannelScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/templates',
    validateSearch: readTexts('number'),
    component: loadScreen(() => import('../screens/templates/templates-screen.tsx'), 'TemplatesScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/keys',
    component: loadScreen(() => import('../screens/keys/keys-screen.tsx'), 'KeysScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks',
    validateSearch: readTexts('key', 'status', 'delivery'),
    component: loadScreen(() => import('../screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/bots',
    component: loadScreen(() => import('../screens/bots/bots-screen.tsx'), 'BotsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/bots/$botId',
    component: loadScreen(() => import('../screens/bots/bot-screen.tsx'), 'BotScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/requests',
    validateSearch: readTexts('outcome', 'request_id', 'key', 'action', 'request'),
    component: loadScreen(() => import('../screens/requests/requests-screen.tsx'), 'RequestsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/usage',
    validateSearch: readTexts('days', 'by'),
    component: loadScreen(() => import('../screens/usage/usage-screen.tsx'), 'UsageScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/credit',
    component: loadScreen(() => import('../screens/credit/credit-screen.tsx'), 'CreditScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/teams',
    component: loadScreen(() => import('../screens/teams/teams-screen.tsx'), 'TeamsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/labels',
    component: loadScreen(() => import('../screens/labels/labels-screen.tsx'), 'LabelsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/members',
    component: loadScreen(() => import('../screens/members/members-screen.tsx'), 'MembersScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: readTexts('action', 'member', 'from', 'to'),
    component: loadScreen(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/canned-replies',
    component: loadScreen(() => import('../screens/canned-replies/canned-replies-screen.tsx'), 'CannedRepliesScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    component: loadScreen(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tenants',
    validateSearch: readTexts(...SORTED_SEARCH),
    component: loadScreen(() => import('../screens/tenants/tenants-screen.tsx'), 'TenantsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tenants/$slug',
    component: loadScreen(() => import('../screens/tenants/tenant-screen.tsx'), 'TenantScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/devices',
    validateSearch: readTexts(...SORTED_SEARCH),
    component: loadScreen(() => import('../screens/devices/devices-screen.tsx'), 'DevicesScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/devices/$accountId',
    component: loadScreen(() => import('../screens/devices/device-screen.tsx'), 'DeviceScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stuck-webhooks',
    validateSearch: readTexts(...SORTED_SEARCH),
    component: loadScreen(() => import('../screens/stuck-webhooks/stuck-webhooks-screen.tsx'), 'StuckWebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stuck-webhooks/$instanceId',
    component: loadScreen(() => import('../screens/stuck-webhooks/stuck-webhook-screen.tsx'), 'StuckWebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: loadScreen(() => import('../screens/account/account-screen.tsx'), 'AccountScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/platform-webhook',
    validateSearch: readTexts('status', 'delivery'),
    component: loadScreen(
      () => import('../screens/platform-webhook/platform-webhook-screen.tsx'),
      'TenantWebhookScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/notifications',
    component: loadScreen(() => import('../screens/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/deployment-webhook',
    validateSearch: readTexts('status', 'delivery'),
    component: loadScreen(
      () => import('../screens/platform-webhook/platform-webhook-screen.tsx'),
      'DeploymentWebhookScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/deployment-audit',
    validateSearch: readTexts('action', 'from', 'to'),
    component: loadScreen(() => import('../screens/audit/audit-screen.tsx'), 'DeploymentAuditScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/system',
    component: loadScreen(() => import('../screens/system/system-screen.tsx'), 'SystemScreen'),
  }),
] as const;

/** The pages of the components exist in development only: the build leaves out what only they import. */
const stories = () => import('../dev/story-pages.tsx');
const development = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: loadScreen(stories, 'StoryList'),
      }),
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui/$name',
        component: loadScreen(stories, 'StoryPage'),
      }),
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
