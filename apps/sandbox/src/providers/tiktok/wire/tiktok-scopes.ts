/** The permissions that a person can grant to an app, with the dialog's wording. */
export const TIKTOK_SCOPES: Record<string, string> = {
  'user.info.basic': 'Read your profile info (avatar, display name)',
  'user.info.username': 'Read your username',
  'user.info.profile': 'Read your additional profile information',
  'user.account.type': 'Read your account type',
  'video.list': 'Read your public videos',
  'comment.list': 'Read the comments on your videos',
  'comment.list.manage': 'Reply to and manage the comments on your videos',
  'message.list.send': 'Send direct messages for you',
  'message.list.read': 'Read your direct messages',
  'message.list.manage': 'Manage your direct messages',
};
