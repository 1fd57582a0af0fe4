/** A video of an account. */
export interface TiktokVideo {
  id: string;
  createdAtMs: number;
  caption: string;
}

/** A TikTok business account; every call identifies it by `openId`. */
export interface TiktokAccount {
  openId: string;
  username: string;
  displayName: string;
  videos: TiktokVideo[];
}

/** The app and the account of a fresh sandbox. */
export const TIKTOK_SEED = {
  appId: 'demo-tiktok-app',
  appSecret: 'sandbox-tiktok-secret',
  openId: '-000demoAccountOfTheSandbox',
  username: 'parley_demo',
  displayName: 'Parley demo shop',
  videoIds: ['7300000000000000002', '7300000000000000001'],
} as const;

const FIRST_VIDEO_AT_MS = 1_789_800_000_000;

/** Adds the demo account. */
export function seedTiktok(accounts: Map<string, TiktokAccount>) {
  const { openId, username, displayName, videoIds } = TIKTOK_SEED;
  const videos = videoIds.map((id, index) => ({
    id,
    createdAtMs: FIRST_VIDEO_AT_MS - index * 86_400_000,
    caption: index === 0 ? 'new drop' : 'hello',
  }));
  accounts.set(openId, { openId, username, displayName, videos });
}
