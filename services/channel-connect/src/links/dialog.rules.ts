import { ConnectWay } from '@parley/common/contracts/internal/connect-link';
import type { GraphPage } from '@parley/providers/graph/messenger-client';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { z } from 'zod';
import type { OfferedAccount } from '../connecting/hold.rules.ts';

/** Channels that a link connects. */
export const LinkChannel = z.enum(['wa', 'fb', 'ig', 'tt']);
export type LinkChannel = z.infer<typeof LinkChannel>;
export type DialogProvider = 'meta' | 'tiktok' | 'instagram';

/** The channel of a link, and its login where a channel has two; null: either. */
export interface LinkTarget {
  channel: LinkChannel;
  via: ConnectWay | null;
}

export const providerOf = ({ channel, via }: LinkTarget): DialogProvider => {
  if (channel === 'tt') return 'tiktok';
  return channel === 'ig' && via === 'instagram' ? 'instagram' : 'meta';
};

/** The origins of the providers' dialogs, and the deployment's apps. */
export type DialogEnvironment = Pick<
  Environment,
  | 'PARLEY_PORT'
  | 'PARLEY_PUBLIC_URL'
  | 'PARLEY_META_DIALOG_URL'
  | 'PARLEY_META_GRAPH_VERSION'
  | 'PARLEY_META_APP_ID'
  | 'PARLEY_META_LOGIN_CONFIG_ID'
  | 'PARLEY_META_SIGNUP_CONFIG_ID'
  | 'PARLEY_META_SIGNUP_EXTRAS'
  | 'PARLEY_META_COEXISTENCE_CONFIG_ID'
  | 'PARLEY_META_COEXISTENCE_EXTRAS'
  | 'PARLEY_META_SDK_URL'
  | 'PARLEY_INSTAGRAM_DIALOG_URL'
  | 'PARLEY_INSTAGRAM_APP_ID'
  | 'PARLEY_TIKTOK_DIALOG_URL'
  | 'PARLEY_TIKTOK_APP_ID'
>;

/**
 * One authorization covers both accounts (docs/reference/channels.md#connect-links), so the dialog requests both
 * (docs/reference/fb.md#connecting).
 */
const META_SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'business_management',
  'instagram_basic',
  'instagram_manage_messages',
  'instagram_manage_comments',
];

/** docs/reference/tt.md#connecting. */
const TIKTOK_SCOPES = [
  'user.info.basic',
  'user.info.username',
  'user.info.profile',
  'user.account.type',
  'video.list',
  'comment.list',
  'comment.list.manage',
  'message.list.send',
  'message.list.read',
  'message.list.manage',
];

/** docs/reference/ig.md#instagram-login. */
const INSTAGRAM_LOGIN_SCOPES = [
  'instagram_business_basic',
  'instagram_business_manage_messages',
  'instagram_business_manage_comments',
];

const APP_ID = {
  meta: 'PARLEY_META_APP_ID',
  tiktok: 'PARLEY_TIKTOK_APP_ID',
  instagram: 'PARLEY_INSTAGRAM_APP_ID',
} as const;

/** Whether the app of the target's provider is configured; a number also needs the configuration of its popup. */
const isReady = (environment: DialogEnvironment, target: LinkTarget): boolean =>
  environment[APP_ID[providerOf(target)]] !== undefined &&
  (target.channel !== 'wa' || environment.PARLEY_META_SIGNUP_CONFIG_ID !== undefined);

/** The logins that a link for ig offers: those that are configured, or the given one. */
export const waysOf = (environment: DialogEnvironment, { via }: Pick<LinkTarget, 'via'>): ConnectWay[] =>
  (via === null ? ConnectWay.options : [via]).filter((way) => isReady(environment, { channel: 'ig', via: way }));

/** Whether a link has a dialog to lead to. */
export const isDialogReady = (environment: DialogEnvironment, target: LinkTarget): boolean =>
  target.channel === 'ig' ? waysOf(environment, target).length > 0 : isReady(environment, target);

/** The login of a visit: the person's choice if the link offers it, otherwise its first. */
export function chooseWay(
  environment: DialogEnvironment,
  target: LinkTarget,
  asked: ConnectWay | undefined,
): ConnectWay | null {
  if (target.channel !== 'ig') return null;
  const ways = waysOf(environment, target);
  return ways.find((way) => way === asked) ?? ways[0] ?? 'facebook';
}

/** The redirect URI of the dialog; the exchange of the code must send the same. */
export const dialogCallbackUrl = (environment: DialogEnvironment, provider: DialogProvider): string =>
  `${publicUrlOf(environment)}/connect/callback/${provider}`;

function metaDialogUrl(environment: DialogEnvironment, appId: string, state: string): string {
  // Facebook Login for Business: its configuration replaces the list of permissions.
  const configId = environment.PARLEY_META_LOGIN_CONFIG_ID;
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: dialogCallbackUrl(environment, 'meta'),
    state,
    response_type: 'code',
    ...(configId ? { config_id: configId } : { scope: META_SCOPES.join(',') }),
  });
  return `${environment.PARLEY_META_DIALOG_URL}/${environment.PARLEY_META_GRAPH_VERSION}/dialog/oauth?${query}`;
}

function instagramDialogUrl(environment: DialogEnvironment, appId: string, state: string): string {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: dialogCallbackUrl(environment, 'instagram'),
    response_type: 'code',
    scope: INSTAGRAM_LOGIN_SCOPES.join(','),
    state,
    // The person may be signed in with an account of their own, and chooses the one of the business.
    force_reauth: 'true',
  });
  return `${environment.PARLEY_INSTAGRAM_DIALOG_URL}/oauth/authorize?${query}`;
}

function tiktokDialogUrl(environment: DialogEnvironment, appId: string, state: string): string {
  const query = new URLSearchParams({
    client_key: appId,
    response_type: 'code',
    scope: TIKTOK_SCOPES.join(','),
    redirect_uri: dialogCallbackUrl(environment, 'tiktok'),
    state,
  });
  return `${environment.PARLEY_TIKTOK_DIALOG_URL}/v2/auth/authorize?${query}`;
}

const DIALOG_URL = { meta: metaDialogUrl, tiktok: tiktokDialogUrl, instagram: instagramDialogUrl } as const;

/** The dialog's URL; the dialog returns with this state. */
export function dialogUrl(environment: DialogEnvironment, target: LinkTarget, state: string): string {
  const provider = providerOf(target);
  const appId = environment[APP_ID[provider]];
  if (appId === undefined) throw new Error(`The app of ${provider} is not set up.`);
  return DIALOG_URL[provider](environment, appId, state);
}

/** The settings of Meta's popup, which a page of ours opens (docs/reference/channels.md#numbers-by-a-link). */
export function signupSettings(environment: DialogEnvironment) {
  const { PARLEY_META_APP_ID: appId, PARLEY_META_SIGNUP_CONFIG_ID: configId } = environment;
  if (appId === undefined || configId === undefined) throw new Error('Embedded Signup is not set up.');
  const { PARLEY_META_COEXISTENCE_CONFIG_ID: appConfigId, PARLEY_META_COEXISTENCE_EXTRAS: extras } = environment;
  return {
    ...(appConfigId === undefined ? {} : { coexistence: { configId: appConfigId, extras } }),
    appId,
    configId,
    extras: environment.PARLEY_META_SIGNUP_EXTRAS,
    version: environment.PARLEY_META_GRAPH_VERSION,
    sdkUrl: environment.PARLEY_META_SDK_URL,
    dialogOrigin: new URL(environment.PARLEY_META_DIALOG_URL).origin,
  };
}

/** The scopes of a token, and the pages and accounts to which they apply. */
export interface GrantedScopes {
  scopes: string[];
  granular: { scope: string; targetIds: string[] | null }[];
}

const PAGE_SCOPES = ['pages_show_list', 'pages_messaging', 'pages_manage_metadata'];
const INSTAGRAM_SCOPES = ['instagram_basic', 'instagram_manage_messages'];

const missing = (wanted: readonly string[], { scopes }: GrantedScopes): string | null =>
  wanted.find((scope) => !scopes.includes(scope)) ?? null;

/** A required permission for this channel that was not granted, or null. */
export const refusedPermission = (channel: LinkChannel, granted: GrantedScopes): string | null =>
  missing(channel === 'ig' ? [...PAGE_SCOPES, ...INSTAGRAM_SCOPES] : PAGE_SCOPES, granted);

/** Whether the person granted this scope for this page or account; no list of targets means every one. */
const isGivenFor = (scope: string, id: string, { granular }: GrantedScopes): boolean => {
  const targets = granular.find((entry) => entry.scope === scope)?.targetIds ?? null;
  return targets === null || targets.includes(id);
};

/**
 * The pages that can be connected: the person may answer their messages and granted the permissions. An Instagram
 * account is included if its permissions were granted; a link for ig uses only pages with one.
 */
export function choosePages(channel: LinkChannel, granted: GrantedScopes, pages: readonly GraphPage[]): GraphPage[] {
  const mayUseInstagram = missing(INSTAGRAM_SCOPES, granted) === null;
  const seen = new Set<string>();
  const isFresh = (id: string): boolean => !seen.has(id) && seen.add(id).has(id);
  return pages
    .filter(
      ({ id, tasks }) => (tasks === null || tasks.includes('MESSAGING')) && isGivenFor('pages_messaging', id, granted),
    )
    .filter(({ id }) => isFresh(`fb:${id}`))
    .map((page) => {
      const { instagram } = page;
      const isUsable =
        instagram !== null && mayUseInstagram && isGivenFor('instagram_manage_messages', instagram.id, granted);
      return isUsable && isFresh(`ig:${instagram.id}`) ? page : { ...page, instagram: null };
    })
    .filter(({ instagram }) => channel !== 'ig' || instagram !== null);
}

/** An account granted by an authorization: a page, its Instagram account, a TikTok account, a number. */
export interface GrantedAccount extends OfferedAccount {
  /** The page of an Instagram account in the same authorization. */
  pageId: string | null;
  /** When its token must be renewed; null where it does not expire. */
  tokenDueAt: Date | null;
  /** When a token ends that only its owner can renew (wa). */
  tokenExpiresAt?: Date | null;
  /** Whether the WhatsApp Business app uses it as well (wa). */
  isOnBizApp?: boolean;
  /** The login that gave its token, as the platform names it when its owner removes the app; null: unknown. */
  authorizedBy?: string | null;
}

const NEEDED_LOGIN_SCOPES = ['instagram_business_basic', 'instagram_business_manage_messages'];

/** A permission that an account with its own login needs and that was not granted, or null; null: none is named. */
export const refusedLoginPermission = (granted: readonly string[] | null): string | null =>
  NEEDED_LOGIN_SCOPES.find((scope) => granted?.includes(scope) === false) ?? null;

/** Whether such an account may be used for comments. */
export const mayUseComments = (granted: readonly string[] | null): boolean =>
  granted === null || granted.includes('instagram_business_manage_comments');
