/** Channels that are connected by a link. */
export type LinkChannel = 'fb' | 'ig' | 'tt';
export type DialogProvider = 'meta' | 'tiktok';

export const providerOf = (channel: LinkChannel): DialogProvider => (channel === 'tt' ? 'tiktok' : 'meta');

/** Where the providers' dialogs are, and the apps that ask there. */
export interface DialogSettings {
  publicUrl: string;
  metaDialogUrl: string;
  /** Such as v23.0. */
  metaVersion: string;
  metaAppId: string | undefined;
  /** Facebook Login for Business: stands in for the list of permissions. */
  metaLoginConfigId: string | undefined;
  tiktokDialogUrl: string;
  tiktokAppId: string | undefined;
}

export interface Dialogs {
  /** Whether the app of this channel's provider is known. */
  isReady(channel: LinkChannel): boolean;
  /** The dialog's address; it comes back with this state. */
  urlOf(channel: LinkChannel, state: string): string;
  /** Where the dialog comes back to: the code's exchange has to name the same. */
  callbackUrlOf(provider: DialogProvider): string;
}

/**
 * One authorization covers both accounts (docs/reference/channels.md#connect-links), so both are asked for
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
