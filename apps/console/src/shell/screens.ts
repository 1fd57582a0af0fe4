import type { Permission } from '@parley/common/console-roles';
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
  Radio,
  ScrollText,
  Search,
  Smartphone,
  Users,
  Webhook,
} from 'lucide-react';

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
    | 'members'
    | 'notifications'
    | 'audit'
    | 'tenants'
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
    | '/members'
    | '/notifications'
    | '/audit'
    | '/tenants'
    | '/deployment-webhook'
    | '/deployment-audit'
    | '/system';
  permission: Permission;
  icon: LucideIcon;
  /** Only if the sandbox replaces the providers. */
  needsSandbox?: true;
}

/** The screens in the order of the navigation; members without the permission do not see them. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', permission: 'home.read', icon: House },
  { name: 'inbox', path: '/inbox', permission: 'inbox.use', icon: Inbox },
  { name: 'phone', path: '/phone', permission: 'inbox.use', icon: Smartphone, needsSandbox: true },
  { name: 'comments', path: '/comments', permission: 'inbox.use', icon: MessagesSquare },
  { name: 'search', path: '/search', permission: 'inbox.use', icon: Search },
  { name: 'channels', path: '/channels', permission: 'channels.manage', icon: Cable },
  { name: 'templates', path: '/templates', permission: 'channels.manage', icon: LayoutTemplate },
  { name: 'keys', path: '/keys', permission: 'keys.manage', icon: KeyRound },
  { name: 'webhooks', path: '/webhooks', permission: 'webhooks.manage', icon: Webhook },
  { name: 'platform_webhook', path: '/platform-webhook', permission: 'webhooks.manage', icon: Radio },
  { name: 'bots', path: '/bots', permission: 'bots.manage', icon: Bot },
  { name: 'requests', path: '/requests', permission: 'requests.read', icon: FileClock },
  { name: 'usage', path: '/usage', permission: 'usage.read', icon: ChartColumn },
  { name: 'credit', path: '/credit', permission: 'credit.read', icon: Coins },
  { name: 'members', path: '/members', permission: 'members.read', icon: Users },
  { name: 'notifications', path: '/notifications', permission: 'notifications.manage', icon: Bell },
  { name: 'audit', path: '/audit', permission: 'audit.read', icon: ScrollText },
  { name: 'tenants', path: '/tenants', permission: 'deployment', icon: Building2 },
  { name: 'deployment_webhook', path: '/deployment-webhook', permission: 'deployment', icon: Globe },
  { name: 'deployment_audit', path: '/deployment-audit', permission: 'deployment', icon: ScrollText },
  { name: 'system', path: '/system', permission: 'deployment', icon: Activity },
];
