import { describe, expect, test } from 'vitest';
import { chooseWay, type DialogEnvironment, dialogUrl, isDialogReady, signupSettings, waysOf } from './dialog.rules.ts';

const ENVIRONMENT: DialogEnvironment = {
  PARLEY_PORT: 8080,
  PARLEY_PUBLIC_URL: 'https://parley.example',
  PARLEY_META_DIALOG_URL: 'https://www.facebook.com',
  PARLEY_META_GRAPH_VERSION: 'v23.0',
  PARLEY_META_APP_ID: '42',
  PARLEY_META_SIGNUP_EXTRAS: '{"setup":{}}',
  PARLEY_META_COEXISTENCE_EXTRAS: '{"setup":{},"featureType":"whatsapp_business_app_onboarding"}',
  PARLEY_META_SDK_URL: 'https://connect.facebook.net/en_US/sdk.js',
  PARLEY_INSTAGRAM_DIALOG_URL: 'https://www.instagram.com',
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
      expect(read(dialogUrl(ENVIRONMENT, { channel, via: null }, 'st'))).toEqual({
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
    const { query } = read(
      dialogUrl({ ...ENVIRONMENT, PARLEY_META_LOGIN_CONFIG_ID: '99' }, { channel: 'fb', via: null }, 'st'),
    );
    expect(query).toMatchObject({ config_id: '99', response_type: 'code' });
    expect(query.scope).toBeUndefined();
  });

  test('of TikTok contains the app as client_key', () => {
    const { at, query } = read(dialogUrl(ENVIRONMENT, { channel: 'tt', via: null }, 'st'));
    expect(at).toBe('https://www.tiktok.com/v2/auth/authorize');
    expect(query).toMatchObject({
      client_key: '7',
      response_type: 'code',
      state: 'st',
      redirect_uri: 'https://parley.example/connect/callback/tiktok',
    });
    expect(query.scope?.split(',')).toContain('message.list.send');
  });

  test('of Instagram contains the Instagram app, its permissions and our callback', () => {
    const environment = { ...ENVIRONMENT, PARLEY_INSTAGRAM_APP_ID: '9' };
    expect(read(dialogUrl(environment, { channel: 'ig', via: 'instagram' }, 'st'))).toEqual({
      at: 'https://www.instagram.com/oauth/authorize',
      query: {
        client_id: '9',
        redirect_uri: 'https://parley.example/connect/callback/instagram',
        state: 'st',
        response_type: 'code',
        scope: 'instagram_business_basic,instagram_business_manage_messages,instagram_business_manage_comments',
        force_reauth: 'true',
      },
    });
  });

  test('is not ready without its app', () => {
    const { PARLEY_META_APP_ID: _appId, ...environment } = ENVIRONMENT;
    const channels = ['fb', 'ig', 'tt'] as const;
    const areReady = channels.map((channel) => isDialogReady(environment, { channel, via: null }));
    expect(areReady).toEqual([false, false, true]);
  });
});

const BOTH = { ...ENVIRONMENT, PARLEY_INSTAGRAM_APP_ID: '9' };
const { PARLEY_META_APP_ID: _, ...INSTAGRAM_ONLY } = BOTH;

test.each([
  ['both apps', BOTH, null, ['facebook', 'instagram']],
  ['the Meta app', ENVIRONMENT, null, ['facebook']],
  ['the Instagram app', INSTAGRAM_ONLY, null, ['instagram']],
  ['both apps, of which the link wants one', BOTH, 'instagram', ['instagram']],
  ['another app than the link wants', ENVIRONMENT, 'instagram', []],
] as const)('a link for ig offers what is set up: %s', (_name, environment, via, ways) => {
  expect(waysOf(environment, { via })).toEqual(ways);
});

test('a visitor gets a login that the link offers, whatever they ask for', () => {
  const link = { channel: 'ig', via: null } as const;
  expect(chooseWay(BOTH, link, 'instagram')).toBe('instagram');
  expect(chooseWay(BOTH, link, undefined)).toBe('facebook');
  expect(chooseWay(ENVIRONMENT, link, 'instagram')).toBe('facebook');
  expect(chooseWay(BOTH, { ...link, via: 'instagram' }, 'facebook')).toBe('instagram');
  expect(chooseWay(BOTH, { channel: 'fb', via: null }, 'instagram')).toBeNull();
});

describe('the popup of a number', () => {
  const signup = { ...ENVIRONMENT, PARLEY_META_SIGNUP_CONFIG_ID: '77' };

  test('has a second configuration for numbers on the WhatsApp Business app, with its own extras, where one is set', () => {
    expect(signupSettings(signup)).toMatchObject({ configId: '77', extras: '{"setup":{}}' });
    expect(signupSettings(signup)).not.toHaveProperty('coexistence');
    expect(signupSettings({ ...signup, PARLEY_META_COEXISTENCE_CONFIG_ID: '78' })).toMatchObject({
      configId: '77',
      extras: '{"setup":{}}',
      coexistence: { configId: '78', extras: '{"setup":{},"featureType":"whatsapp_business_app_onboarding"}' },
    });
  });

  test('is not ready with the second configuration alone', () => {
    const environment = { ...ENVIRONMENT, PARLEY_META_COEXISTENCE_CONFIG_ID: '78' };
    expect(isDialogReady(environment, { channel: 'wa', via: null })).toBe(false);
  });
});
