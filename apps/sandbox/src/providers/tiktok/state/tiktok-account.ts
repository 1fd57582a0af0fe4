/** A video of an account. */
export interface TiktokVideo {
  id: string;
  createdAtMs: number;
  caption: string;
}

/** A TikTok business account; `openId` is what every call names it by. */
export interface TiktokAccount {
  openId: string;
  username: string;
  displayName: string;
  videos: TiktokVideo[];
}
