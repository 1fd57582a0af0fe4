import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { z } from 'zod';

/** Channels that a link connects. */
export const LinkChannel = z.enum(['fb', 'ig', 'tt']);
export type LinkChannel = z.infer<typeof LinkChannel>;
export type DialogProvider = 'meta' | 'tiktok';

export const providerOf = (channel: LinkChannel): DialogProvider => (channel === 'tt' ? 'tiktok' : 'meta');

/** The origins of the providers' dialogs, and the deployment's apps. */
export type DialogEnvironment = Pick<
  Environment,
  | 'PARLEY_PORT'
  | 'PARLEY_PUBLIC_URL'
  | 'PARLEY_META_DIALOG_URL'
  | 'PARLEY_META_GRAPH_VERSION'
  | 'PARLEY_META_APP_ID'
  | 'PARLEY_META_LOGIN_CONFIG_ID'
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

const appIdOf = (environment: DialogEnvironment, channel: LinkChannel): string | undefined =>
  providerOf(channel) === 'meta' ? environment.PARLEY_META_APP_ID : environment.PARLEY_TIKTOK_APP_ID;

/** Whether the app of this channel's provider is configured. */
export const isDialogReady = (environment: DialogEnvironment, channel: LinkChannel): boolean =>
  appIdOf(environment, channel) !== undefined;

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

/** The dialog's URL; the dialog returns with this state. */
export function dialogUrl(environment: DialogEnvironment, channel: LinkChannel, state: string): string {
  const appId = appIdOf(environment, channel);
  if (appId === undefined) throw new Error(`The app of ${channel} is not set up.`);
  return providerOf(channel) === 'meta'
    ? metaDialogUrl(environment, appId, state)
    : tiktokDialogUrl(environment, appId, state);
}
