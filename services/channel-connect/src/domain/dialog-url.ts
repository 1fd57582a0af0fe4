import { z } from 'zod';

/** Channels that a link connects. */
export const LinkChannel = z.enum(['fb', 'ig', 'tt']);
export type LinkChannel = z.infer<typeof LinkChannel>;
export type DialogProvider = 'meta' | 'tiktok';

export const providerOf = (channel: LinkChannel): DialogProvider => (channel === 'tt' ? 'tiktok' : 'meta');

/** The origins of the providers' dialogs, and the deployment's apps. */
export interface DialogSettings {
  publicUrl: string;
  metaDialogUrl: string;
  /** For example v23.0. */
  metaVersion: string;
  metaAppId: string | undefined;
  /** Facebook Login for Business: replaces the list of permissions. */
  metaLoginConfigId: string | undefined;
  tiktokDialogUrl: string;
  tiktokAppId: string | undefined;
}

export interface Dialogs {
  /** Whether the app of this channel's provider is configured. */
  isReady(channel: LinkChannel): boolean;
  /** The dialog's URL; the dialog returns with this state. */
  urlOf(channel: LinkChannel, state: string): string;
  /** The redirect URI of the dialog; the exchange of the code must send the same. */
  callbackUrlOf(provider: DialogProvider): string;
}

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

export function makeDialogs(settings: DialogSettings): Dialogs {
  const callbackUrlOf = (provider: DialogProvider): string => `${settings.publicUrl}/connect/callback/${provider}`;
  const meta = (appId: string, state: string): string => {
    const { metaLoginConfigId } = settings;
    const query = new URLSearchParams({
      client_id: appId,
      redirect_uri: callbackUrlOf('meta'),
      state,
      response_type: 'code',
      ...(metaLoginConfigId ? { config_id: metaLoginConfigId } : { scope: META_SCOPES.join(',') }),
    });
    return `${settings.metaDialogUrl}/${settings.metaVersion}/dialog/oauth?${query}`;
  };
  const tiktok = (appId: string, state: string): string => {
    const query = new URLSearchParams({
      client_key: appId,
      response_type: 'code',
      scope: TIKTOK_SCOPES.join(','),
      redirect_uri: callbackUrlOf('tiktok'),
      state,
    });
    return `${settings.tiktokDialogUrl}/v2/auth/authorize?${query}`;
  };
  const appIdOf = (channel: LinkChannel): string | undefined =>
    providerOf(channel) === 'meta' ? settings.metaAppId : settings.tiktokAppId;
  return {
    callbackUrlOf,
    isReady: (channel) => appIdOf(channel) !== undefined,
    urlOf(channel, state) {
      const appId = appIdOf(channel);
      if (appId === undefined) throw new Error(`The app of ${channel} is not set up.`);
      return providerOf(channel) === 'meta' ? meta(appId, state) : tiktok(appId, state);
    },
  };
}
