import type { EnglishCatalogue } from '../../i18n/catalogue.ts';

export default {
  help: {
    help_palette: 'Open the list of screens and commands',
    help_help: 'Show the keyboard shortcuts',
    help_escape: 'Close what is open, or leave the field',
    help_move: 'Move in the list; Enter chooses',
    help_conversations: 'Next and previous conversation',
    help_open: 'Open the first conversation, or go into the open one',
    help_go: 'Go to the inbox; g h to Home, g k to Keys, and so on by first letter',
    help_search: 'Search messages and people',
    help_views: 'Saved views of the inbox',
    help_new: 'Write to a new number',
    help_note: 'Write a note',
    help_send: 'Send the reply',
    help_send_resolve: 'Send the reply, resolve the conversation and open the next',
    help_sidebar: 'Collapse or expand the sidebar',
  },
  mentions: {
    mentions: 'Mentions',
    unread: { one: '{count} unread mention', other: '{count} unread mentions' },
    none: 'No note mentions you yet.',
    read_all: 'Mark all as read',
    by: '{author} about {name}',
    operator: 'Operator',
    new: 'New',
  },
  reason: {
    unknown_link: 'This link was already used or has expired. Ask for a new one.',
    last_owner: 'A workspace needs an owner. Make another member an owner first.',
    too_many_views: 'You have reached the limit of saved views. Delete one first.',
    too_many_labels: 'You have reached the limit of labels. Delete one first.',
    label_exists: 'There is already a label with this title.',
    unknown_label: 'This label was deleted.',
    too_many_teams: 'You have reached the limit of teams. Delete one first.',
    team_exists: 'There is already a team with this name.',
    unknown_team: 'This team was deleted.',
    unknown_view: 'This view was deleted, or you may not change it.',
    too_many_canned_replies: 'You have reached the limit of canned replies. Delete one first.',
    member_exists: 'A member already has this e-mail address.',
    invalid_hours: 'Calls can have at most two periods of each day. Join some of them.',
    username_refused:
      'WhatsApp refuses this username: it is taken, reserved or not allowed, or it was changed too often. Choose another one.',
    username_on_other_number:
      'Another number of this business has this username. Choose another one, or take it from that number.',
    invalid_username:
      'A username has 3 to 35 letters (a to z), digits, dots and underscores, with at least one letter. It has no dot at its ends and no two in a row, and does not begin with www.',
    insufficient_balance: 'Not enough credit to send this. Add credit and try again.',
    unknown_group: 'The linked phone is not in this group.',
    not_group_admin: 'The linked phone is no admin of this group.',
    not_connected: 'The channel of this conversation is disconnected. Reconnect it under Channels.',
    no_existing_conversation: 'The reply window is closed. Send a template instead.',
    opted_out: 'This person has opted out of marketing messages.',
    marketing_limited:
      'WhatsApp delivers no more marketing messages to this person for a day. Send another kind of template.',
    account_restricted:
      'WhatsApp restricts this number: it cannot write first to new people for now. Replies are not limited.',
    paced: 'This number has begun as many new chats as is safe for now. Try again later. Replies are not limited.',
    graph_error: 'Meta refused the message.',
    graph_error_1893063: 'The platform restricts this account for now. Its owner sees why under Account Status.',
    graph_error_2534029:
      'Instagram has blocked this account from its API. Its owner sees why in the Instagram app, under Account Status.',
    graph_error_2534041:
      'This account does not allow access to its messages. Its owner turns on “Allow access to messages” in the Instagram app.',
    graph_error_131042: 'Meta has no valid payment method for this WhatsApp account. Add one in WhatsApp Manager.',
    graph_error_131049: 'WhatsApp delivers no more marketing messages to this person for a day.',
    graph_error_131063:
      'This WhatsApp account sends marketing only by the Marketing Messages API. Accept its terms, or allow marketing by the Cloud API in WhatsApp Manager.',
    graph_error_131064:
      'Meta limits the utility templates of this account, because some were marketing. Wait, or send them as marketing.',
    graph_error_132015: 'Meta paused this template, because people rated it low. Change it, or use another one.',
    telegram_error: 'Telegram refused the message.',
    tiktok_error: 'TikTok refused the message.',
    device_error: 'The linked phone could not send the message.',
    provider_timeout: 'The platform did not answer in time. The message may have been sent.',
    idempotency_in_progress: 'It is still being sent.',
    unknown_conversation: 'This conversation no longer exists.',
    unknown_key: 'Create a key first: a channel belongs to a key.',
  },
} satisfies EnglishCatalogue;
