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
