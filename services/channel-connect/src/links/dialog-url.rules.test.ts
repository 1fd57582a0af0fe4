import { describe, expect, test } from 'vitest';
import { type DialogEnvironment, dialogUrl, isDialogReady } from './dialog-url.rules.ts';

const ENVIRONMENT: DialogEnvironment = {
  PARLEY_PORT: 8080,
  PARLEY_PUBLIC_URL: 'https://parley.example',
  PARLEY_META_DIALOG_URL: 'https://www.facebook.com',
  PARLEY_META_GRAPH_VERSION: 'v23.0',
  PARLEY_META_APP_ID: '42',
  PARLEY_TIKTOK_DIALOG_URL: 'https://www.tiktok.com',
  PARLEY_TIKTOK_APP_ID: '7',
};

const read = (url: string) => {
  const { origin, pathname, searchParams } = new URL(url);
  return { at: origin + pathname, query: Object.fromEntries(searchParams) };
};

describe('the dialog of a provider', () => {
  test('of Facebook requests pages and Instagram at once, for either channel', () => {
    for (const channel of ['fb', 'ig'] as const)
      expect(read(dialogUrl(ENVIRONMENT, channel, 'st'))).toEqual({
        at: 'https://www.facebook.com/v23.0/dialog/oauth',
        query: {
          client_id: '42',
          redirect_uri: 'https://parley.example/connect/callback/meta',
          state: 'st',
          response_type: 'code',
          scope:
            'pages_show_list,pages_messaging,pages_manage_metadata,pages_read_engagement,pages_manage_engagement,pages_read_user_content,business_management,instagram_basic,instagram_manage_messages,instagram_manage_comments',
        },
      });
  });

  test('of Facebook Login for Business contains its configuration instead of permissions', () => {
    const { query } = read(dialogUrl({ ...ENVIRONMENT, PARLEY_META_LOGIN_CONFIG_ID: '99' }, 'fb', 'st'));
    expect(query).toMatchObject({ config_id: '99', response_type: 'code' });
    expect(query.scope).toBeUndefined();
  });

  test('of TikTok contains the app as client_key', () => {
    const { at, query } = read(dialogUrl(ENVIRONMENT, 'tt', 'st'));
    expect(at).toBe('https://www.tiktok.com/v2/auth/authorize');
    expect(query).toMatchObject({
      client_key: '7',
      response_type: 'code',
      state: 'st',
      redirect_uri: 'https://parley.example/connect/callback/tiktok',
    });
    expect(query.scope?.split(',')).toContain('message.list.send');
  });

  test('is not ready without its app', () => {
    const { PARLEY_META_APP_ID: _appId, ...environment } = ENVIRONMENT;
    const channels = ['fb', 'ig', 'tt'] as const;
    expect(channels.map((channel) => isDialogReady(environment, channel))).toEqual([false, false, true]);
  });
});
