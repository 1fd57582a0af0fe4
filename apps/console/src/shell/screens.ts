import type { Permission } from '@parley/common/console-roles';
import {
  Building2,
  Cable,
  ChartColumn,
  House,
  Inbox,
  KeyRound,
  type LucideIcon,
  ScrollText,
  Users,
  Webhook,
} from 'lucide-react';

export interface Screen {
  name: 'home' | 'inbox' | 'channels' | 'keys' | 'webhooks' | 'usage' | 'members' | 'audit' | 'tenants';
  path: '/' | '/inbox' | '/channels' | '/keys' | '/webhooks' | '/usage' | '/members' | '/audit' | '/tenants';
  permission: Permission;
  icon: LucideIcon;
}

/** The screens in the order of the navigation; whoever lacks the permission does not see them. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', permission: 'home.read', icon: House },
  { name: 'inbox', path: '/inbox', permission: 'inbox.use', icon: Inbox },
  { name: 'channels', path: '/channels', permission: 'channels.manage', icon: Cable },
  { name: 'keys', path: '/keys', permission: 'keys.manage', icon: KeyRound },
  { name: 'webhooks', path: '/webhooks', permission: 'webhooks.manage', icon: Webhook },
  { name: 'usage', path: '/usage', permission: 'usage.read', icon: ChartColumn },
  { name: 'members', path: '/members', permission: 'members.read', icon: Users },
  { name: 'audit', path: '/audit', permission: 'audit.read', icon: ScrollText },
  { name: 'tenants', path: '/tenants', permission: 'deployment', icon: Building2 },
];
