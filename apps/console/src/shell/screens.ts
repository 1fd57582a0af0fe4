import type { Permission } from '@parley/common/workspace/console-roles';
import {
  Activity,
  Bell,
  Bot,
  Building2,
  Cable,
  ChartColumn,
  Coins,
  FileClock,
  Globe,
  House,
  Inbox,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  MessagesSquare,
  OctagonPause,
  Radio,
  ScrollText,
  Search,
  Settings,
  Smartphone,
  TabletSmartphone,
  Users,
  Webhook,
} from 'lucide-react';

/** The groups of the navigation in order; the first has no heading. */
export const SCREEN_GROUPS = ['daily', 'build', 'workspace', 'deployment'] as const;
type ScreenGroup = (typeof SCREEN_GROUPS)[number];

export interface Screen {
  name:
    | 'home'
    | 'inbox'
    | 'phone'
    | 'comments'
    | 'search'
    | 'channels'
    | 'templates'
    | 'keys'
    | 'webhooks'
    | 'platform_webhook'
    | 'bots'
    | 'requests'
    | 'usage'
    | 'credit'
    | 'labels'
    | 'teams'
    | 'members'
    | 'notifications'
    | 'audit'
    | 'canned_replies'
    | 'settings'
    | 'tenants'
    | 'devices'
    | 'stuck_webhooks'
    | 'deployment_webhook'
    | 'deployment_audit'
    | 'system';
  path:
    | '/'
    | '/inbox'
    | '/phone'
    | '/comments'
    | '/search'
    | '/channels'
    | '/templates'
    | '/keys'
    | '/webhooks'
    | '/platform-webhook'
    | '/bots'
    | '/requests'
    | '/usage'
    | '/credit'
    | '/labels'
    | '/teams'
    | '/members'
    | '/notifications'
    | '/audit'
    | '/canned-replies'
    | '/settings'
    | '/tenants'
    | '/devices'
    | '/stuck-webhooks'
    | '/deployment-webhook'
    | '/deployment-audit'
    | '/system';
  permission: Permission;
  group: ScreenGroup;
  /** Null: it is opened from the settings, and the navigation leaves it out. */
  icon: LucideIcon | null;
  /** Also in the navigation of people who only answer customers; they reach the other screens through the palette. */
  isForAgents?: true;
  /** Only if the sandbox replaces the providers. */
  needsSandbox?: true;
}

/** The screens in the order of the navigation; members without the permission do not see them. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', permission: 'home.read', group: 'daily', icon: House },
  { name: 'inbox', path: '/inbox', permission: 'inbox.use', group: 'daily', icon: Inbox, isForAgents: true },
  {
    name: 'comments',
    path: '/comments',
    permission: 'inbox.use',
    group: 'daily',
    icon: MessagesSquare,
    isForAgents: true,
  },
  { name: 'search', path: '/search', permission: 'inbox.use', group: 'daily', icon: Search },
  { name: 'channels', path: '/channels', permission: 'channels.manage', group: 'build', icon: Cable },
  { name: 'templates', path: '/templates', permission: 'channels.manage', group: 'build', icon: LayoutTemplate },
  { name: 'keys', path: '/keys', permission: 'keys.manage', group: 'build', icon: KeyRound },
  { name: 'webhooks', path: '/webhooks', permission: 'webhooks.manage', group: 'build', icon: Webhook },
  { name: 'platform_webhook', path: '/platform-webhook', permission: 'webhooks.manage', group: 'build', icon: Radio },
  { name: 'requests', path: '/requests', permission: 'requests.read', group: 'build', icon: FileClock },
  { name: 'bots', path: '/bots', permission: 'bots.manage', group: 'build', icon: Bot },
  { name: 'phone', path: '/phone', permission: 'inbox.use', group: 'build', icon: Smartphone, needsSandbox: true },
  { name: 'members', path: '/members', permission: 'members.read', group: 'workspace', icon: Users },
  { name: 'teams', path: '/teams', permission: 'inbox.manage', group: 'workspace', icon: null },
  { name: 'labels', path: '/labels', permission: 'inbox.manage', group: 'workspace', icon: null },
  { name: 'notifications', path: '/notifications', permission: 'notifications.manage', group: 'workspace', icon: Bell },
  {
    name: 'canned_replies',
    path: '/canned-replies',
    permission: 'inbox.manage',
    group: 'workspace',
    icon: null,
  },
  { name: 'usage', path: '/usage', permission: 'usage.read', group: 'workspace', icon: ChartColumn },
  { name: 'credit', path: '/credit', permission: 'credit.read', group: 'workspace', icon: Coins },
  { name: 'audit', path: '/audit', permission: 'audit.read', group: 'workspace', icon: ScrollText },
  { name: 'settings', path: '/settings', permission: 'workspace.manage', group: 'workspace', icon: Settings },
  { name: 'tenants', path: '/tenants', permission: 'deployment', group: 'deployment', icon: Building2 },
  { name: 'devices', path: '/devices', permission: 'deployment', group: 'deployment', icon: TabletSmartphone },
  {
    name: 'stuck_webhooks',
    path: '/stuck-webhooks',
    permission: 'deployment',
    group: 'deployment',
    icon: OctagonPause,
  },
  {
    name: 'deployment_webhook',
    path: '/deployment-webhook',
    permission: 'deployment',
    group: 'deployment',
    icon: Globe,
  },
  {
    name: 'deployment_audit',
    path: '/deployment-audit',
    permission: 'deployment',
    group: 'deployment',
    icon: ScrollText,
  },
  { name: 'system', path: '/system', permission: 'deployment', group: 'deployment', icon: Activity },
];
