/** The permissions of the dialog, with its wording for them. */
export const PERMISSIONS: Readonly<Record<string, string>> = {
  pages_show_list: 'Show a list of the Pages you manage',
  pages_messaging: 'Manage and access Page conversations in Messenger',
  pages_manage_metadata: 'Manage accounts, settings and webhooks for a Page',
  pages_read_engagement: 'Read content posted on the Page',
  pages_manage_engagement: 'Create, edit and delete comments on your Pages',
  pages_read_user_content: 'Read user content on your Page',
  business_management: 'Manage your business',
  instagram_basic: 'Access profile and posts from the Instagram account connected to your Page',
  instagram_manage_messages: 'Manage and access messages of the Instagram account connected to your Page',
  instagram_manage_comments: 'Manage comments of the Instagram account connected to your Page',
};

export const ALL_PERMISSIONS: readonly string[] = Object.keys(PERMISSIONS);

/** True for a permission that is granted for chosen pages or Instagram accounts only. */
export function isGranular(scope: string): boolean {
  return /^(pages|instagram)_/.test(scope);
}
