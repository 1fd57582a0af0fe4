/**
 * Like fixture-outcomes.ts, for the channels of people: derived from docs/reference/fb.md, docs/reference/ig.md and
 * docs/reference/tt.md.
 */
export const PEOPLE_FIXTURE_OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'tt/webhook-authorization-removed': ['authorization taken back'],
  'tt/webhook-comment-delete': [
    'comment removed 7310300000000000001 on 7300000000000000001 "How much?" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-comment-hidden': [
    'comment hidden 7310300000000000001 on 7300000000000000001 "How much?" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-comment-insert': [
    'comment added 7310300000000000001 on 7300000000000000001 "How much?" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-comment-reply-insert': [
    'comment added 7310300000000000002 on 7300000000000000001 below 7310300000000000001 "me too" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-dm-button': [
    'received "Yes, please" choosing button order-yes from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -)',
  ],
  'tt/webhook-dm-echo-api': [
    'sent "reply from api" to +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 from the dashboard',
  ],
  'tt/webhook-dm-echo-app': [
    'sent "typed in the app" to +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 from the dashboard',
  ],
  'tt/webhook-dm-emoji': [
    'received [sticker] from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -)',
  ],
  'tt/webhook-dm-image': [
    'received [image] from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -)',
  ],
  'tt/webhook-dm-mark-read': ['status read'],
  'tt/webhook-dm-reaction-add': [
    'message.reaction added 👍 by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-dm-reaction-ai-add': [
    'message.reaction added a picture by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-dm-reaction-ai-remove': [
    'message.reaction removed a picture by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-dm-reaction-remove': [
    'message.reaction removed 👍 by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-dm-receive-eu': [],
  'tt/webhook-dm-referral': [
    '+ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 came through link - ref spring',
  ],
  'tt/webhook-dm-referral-ad': [
    '+ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 came through ad 1780000000000000001 ref -',
  ],
  'tt/webhook-dm-share-post': [
    'received [unsupported no file type+share_post] from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -)',
  ],
  'tt/webhook-dm-sticker': [
    'received [sticker] from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -)',
  ],
  'tt/webhook-dm-text-reply': [
    'received "re" from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -) as a reply',
  ],
  'tt/webhook-dm-text': [
    'received "hello" from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -)',
  ],
  'tt/webhook-dm-video': [
    'received [video] from +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52 (-, cust_user, -)',
  ],
  'tt/webhook-high-intent-comment': [
    'comment offered 7310300000000000123 "How much is this?" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-promobase-comment-1-comment-update': ['comment added 111 on 9 below 110 "Nice!" by u1'],
  'tt/webhook-promobase-comment-2-comment-update': ['comment added 222 on 9 "Thanks for watching!" by ourbrand'],
  'tt/webhook-promobase-comment-3-comment-update': ['comment removed 333 on 9 below 110 "Removed" by u2'],
  'tt/webhook-promobase-dm-1-im_receive_msg': ['received "How much is shipping?" from u1 (-, -, -)'],
  'tt/webhook-promobase-dm-2-im_send_msg': ['sent "$12!" to u1 from the dashboard'],
  'tt/webhook-promobase-dm-3-im_mark_read_msg': ['status read'],
  'fb/webhook-doc-delivery-watermark-only': ['status delivered'],
  'fb/webhook-doc-feed-comment-modern': [
    'comment added 122100000000_987654321 on 1908000000001_122100000000 "How much is it?" by 254459191289871 Jane Roe',
  ],
  'fb/webhook-doc-feed-own-page-comment': [
    'comment added 122100000000_987654400 on 1908000000001_122100000000 below 122100000000_987654321 "our own reply" by itself, 1908000000001 The Page',
  ],
  'fb/webhook-doc-feed-reply-to-comment': [
    'comment added 122100000000_987654399 on 1908000000001_122100000000 below 122100000000_987654321 "same question" by 254459191289872 John Doe',
  ],
  'fb/webhook-doc-message-echo-from-inbox-no-app-id': [
    'sent "typed by a human in the Page inbox" to 254459191289871 from the dashboard',
  ],
  'fb/webhook-doc-message-echo': ['sent "hello from the page" to 254459191289871 from the dashboard'],
  'fb/webhook-doc-message-edit': ['edited to "At six"'],
  'fb/webhook-doc-message-referral-ad': [
    'received "Is it still on sale?" from 987654321432 (-, -, -) through ad 6045246247433 ref spring about product 2000001',
  ],
  'fb/webhook-doc-multi-attachments': ['received [image] [video] [audio] [document] from 254459191289871 (-, -, -)'],
  'fb/webhook-doc-postback-get-started': [
    'received "Get Started" choosing postback GET_STARTED from 987654321432 (-, -, -) through link - ref flyer',
  ],
  'fb/webhook-doc-read': ['status read'],
  'fb/webhook-doc-referral-ad': ['987654321432 came through ad 6045246247433 ref spring'],
  'fb/webhook-doc-referral-without-person': ['kept: notice: referral'],
  'fb/webhook-doc-standby-echo-template': [
    'sent [unsupported no file title+url+type+payload] to 254459191289871 from the dashboard, in standby',
  ],
  'fb/webhook-doc-sticker-2026': ['received [sticker] from 254459191289871 (-, -, -)'],
  'fb/webhook-promobase-comments-lifecycle': [
    'comment added c_1001 on post_1 "How much is shipping?" by user_1 Alice',
    'comment added c_1002 on post_1 below c_1001 "Reply to c_1001" by user_2 Bob',
    'comment edited c_1001 on post_1 "Edited text" by user_1 Alice',
    'comment removed c_1002 on post_1 below c_1001 "" by user_2 Bob',
    'comment added c_1003 on post_1 "Our reply" by itself, PAGE_ID_123 OpenPromo',
  ],
  'fb/webhook-promobase-messaging-batch': [
    'received "Hi, is this in stock?" from psid_1001 (-, -, -)',
    'received "Approve" choosing postback chat:{"a":"approve","v":"order_1"} from psid_1001 (-, -, -)',
    'sent "Yes it is!" to psid_1001 from the dashboard',
    'message.reaction added thumbs_up by psid_1001',
  ],
  'fb/webhook-restfb-feed-comment-add-211': [
    'comment added 901097836652708_903438993085259 on 1234567890321_901097836652708 "and the next one" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-add-25': [
    'comment added 901097836652708_903438993085259 on 1234567890321_901097836652708 "and the next one" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-add-with-photo': [
    'comment added 901097836652708_903438993085259 on 1234567890321_901097836652708 "and the next one" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-add-with-video': [
    'comment added 901097836652708_903438993085259 on 1234567890321_901097836652708 "and the next one" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-edited-25': [
    'comment edited 900728623356296_900744590021366 on 1234567890321_900728623356296 "Let\'s see the Webhooks in action :D" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-edited-with-photo': [
    'comment edited 900728623356296_900744590021366 on 1234567890321_900728623356296 "Let\'s see the Webhooks in action :D" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-edited-with-video': [
    'comment edited 900728623356296_900744590021366 on 1234567890321_900728623356296 "Let\'s see the Webhooks in action :D" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-hide': [
    'comment hidden 900728623356296_900744590021366 on 1234567890321_901097836652708 "and the next one" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-comment-remove-25': [
    'comment removed 905578656204626_905579239537901 on 1234567890321_905578656204626 "" by itself, 1234567890321 John Doe',
  ],
  'fb/webhook-restfb-feed-comment-unhide': [
    'comment shown 900728623356296_900744590021366 on 1234567890321_901097836652708 "and the next one" by itself, 1234567890321 Tester',
  ],
  'fb/webhook-restfb-feed-like-add-25': [],
  'fb/webhook-restfb-feed-like-add-comment-25': [],
  'fb/webhook-restfb-feed-like-add-page-25': [],
  'fb/webhook-restfb-feed-like-remove-25': [],
  'fb/webhook-restfb-feed-post-add-25': [],
  'fb/webhook-restfb-feed-post-edit': [],
  'fb/webhook-restfb-feed-post-hide': [],
  'fb/webhook-restfb-feed-post-remove-25': [],
  'fb/webhook-restfb-feed-post-unhide': [],
  'fb/webhook-restfb-feed-reaction-add-comment': [],
  'fb/webhook-restfb-feed-reaction-add-reply': [],
  'fb/webhook-restfb-feed-reaction-add': [],
  'fb/webhook-restfb-feed-reaction-edit': [],
  'fb/webhook-restfb-feed-reaction-remove': [],
  'fb/webhook-restfb-feed-status-add-25': [],
  'fb/webhook-restfb-feed-status-add-photos': [],
  'fb/webhook-restfb-feed-status-edited-25': [],
  'fb/webhook-restfb-feed-status-edited-photos': [],
  'fb/webhook-restfb-feed-status-hide-25': [],
  'fb/webhook-restfb-feed-status-unhide': [],
  'fb/webhook-restfb-feed-two-entries-25': ['kept: field parking', 'kept: field payment_options'],
  'fb/webhook-restfb-mention-comment-add': ['kept: notice: mention'],
  'fb/webhook-restfb-mention-post-add-real': ['kept: notice: mention'],
  'fb/webhook-restfb-mention-post-add': ['kept: notice: mention'],
  'fb/webhook-restfb-messaging-accountlinking-linked': ['kept: notice: account_linking'],
  'fb/webhook-restfb-messaging-accountlinking-unlinked': ['kept: notice: account_linking'],
  'fb/webhook-restfb-messaging-approles': ['kept: notice: app_roles'],
  'fb/webhook-restfb-messaging-button-template': [
    'received [unsupported no file type+payload] from 987654321432 (-, -, -)',
  ],
  'fb/webhook-restfb-messaging-delivery-basic': ['status delivered'],
  'fb/webhook-restfb-messaging-message-basic-echo': ['sent "hello, world!" to 987654321432 from the dashboard'],
  'fb/webhook-restfb-messaging-message-basic': ['received "hello, world!" from 987654321432 (-, -, -)'],
  'fb/webhook-restfb-messaging-message-edits': ['edited to "hello, world!"'],
  'fb/webhook-restfb-messaging-message-fallback-attachment': [
    'received [unsupported no file title+url+type+payload] from 987654321432 (-, -, -)',
  ],
  'fb/webhook-restfb-messaging-message-isdeleted': ['revoked'],
  'fb/webhook-restfb-messaging-message-isunsupported': [
    'received [unsupported no file type] from 987654321432 (-, -, -)',
  ],
  'fb/webhook-restfb-messaging-message-location-attachment': [
    'received [location no file latitude+longitude] from 987654321432 (-, -, -)',
  ],
  'fb/webhook-restfb-messaging-message-media-attachment': ['received [image] from 987654321432 (-, -, -)'],
  'fb/webhook-restfb-messaging-message-prior': ['received "Thanks for messaging me!" from 987654321432 (-, -, -)'],
  'fb/webhook-restfb-messaging-message-product-template-2': [
    'received "text sent along with the product" [unsupported no file type+payload] from send id (-, -, -) about product 12345678910',
  ],
  'fb/webhook-restfb-messaging-message-product-template': [
    'received [unsupported no file type+payload] from <PSID> (-, -, -) about product <PRODUCT_ID>',
  ],
  'fb/webhook-restfb-messaging-message-quickreply': [
    'received "quick reply text" choosing quick_reply PAYLOAD_QUICK_REPLY from 987654321432 (-, -, -)',
  ],
  'fb/webhook-restfb-messaging-message-reply-1': ['received "hello, world!" from 987654321432 (-, -, -) as a reply'],
  'fb/webhook-restfb-messaging-message-reply-2': [
    'received "hello, world!" [unsupported type+story] from 987654321432 (-, -, -)',
  ],
  'fb/webhook-restfb-messaging-message-sticker-thumbup': ['received [sticker] from 987654321432 (-, -, -)'],
  'fb/webhook-restfb-messaging-message-sticker': ['received [sticker] from 987654321432 (-, -, -)'],
  'fb/webhook-restfb-messaging-optin-basic': ['kept: notice: optin'],
  'fb/webhook-restfb-messaging-optin-userref': ['kept: notice: optin'],
  'fb/webhook-restfb-messaging-pass-thread-control': ['thread passed, now of an unknown app'],
  'fb/webhook-restfb-messaging-policy-callback-block': ['kept: notice: policy-enforcement'],
  'fb/webhook-restfb-messaging-policy-callback-unblock': ['kept: notice: policy-enforcement'],
  'fb/webhook-restfb-messaging-postback-basic': [
    'received "USER_DEFINED_PAYLOAD" choosing postback USER_DEFINED_PAYLOAD from 987654321432 (-, -, -)',
  ],
  'fb/webhook-restfb-messaging-postback-chat': ['kept: notice: postback'],
  'fb/webhook-restfb-messaging-postback-referral': [
    'received "USER_DEFINED_PAYLOAD" choosing postback USER_DEFINED_PAYLOAD from 987654321432 (-, -, -) through link - ref ref_data_in_m_dot_me_param',
  ],
  'fb/webhook-restfb-messaging-reaction-1': ['message.reaction added 😢 by USER_ID'],
  'fb/webhook-restfb-messaging-reaction-2': ['message.reaction removed 👍 by USER_ID'],
  'fb/webhook-restfb-messaging-read-basic': ['status read'],
  'fb/webhook-restfb-messaging-referral-basic': ['987654321432 came through link - ref ref_data_in_m_dot_me_param'],
  'fb/webhook-restfb-messaging-request-thread-control': ['thread requested, now of an unknown app'],
  'fb/webhook-restfb-messaging-take-thread-control': ['thread taken, now of an unknown app'],
  'fb/webhook-restfb-standby-message-basic-echo': [
    'sent "hello, world!" to 987654321432 from the dashboard, in standby',
  ],
  'fb/webhook-restfb-unknown-change-value': ['kept: field foo'],
  'ig/webhook-doc-comment-ad': [
    'comment added 18000000000000001 on 17900000000000004 "How much?" by 910000000000001 jane',
  ],
  'ig/webhook-doc-comment-changes': [
    'comment added 18000000000000001 on 17900000000000003 "How much?" by 910000000000001 jane',
  ],
  'ig/webhook-doc-comment-entry-level': [
    'comment added 18000000000000001 on 17900000000000003 "How much?" by 910000000000001 jane',
  ],
  'ig/webhook-doc-comment-own': [
    'comment added 18000000000000003 on 17900000000000003 "How much?" by itself, 17841400000000000 thepage',
  ],
  'ig/webhook-doc-comment-reply': [
    'comment added 18000000000000002 on 17900000000000003 below 18000000000000001 "same" by 910000000000001 jane',
  ],
  'ig/webhook-doc-deleted': ['revoked'],
  'ig/webhook-doc-echo': ['sent "Hi there" to 910000000000001 from the dashboard'],
  'ig/webhook-doc-ig-post': ['received [unsupported type+payload] from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-ig-reel': ['received [unsupported type+payload] from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-live-comment': [
    'comment added 18000000000000001 on 17900000000000005 "How much?" by 910000000000001 jane',
  ],
  'ig/webhook-doc-message-edit': ['edited to "fixed"'],
  'ig/webhook-doc-message-product': [
    'received "Do you have this one?" from 910000000000001 (-, -, -) about product 3000001',
  ],
  'ig/webhook-doc-message-several-images': ['received [image] [image] [document] from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-postback-self': [],
  'ig/webhook-doc-quick-reply': ['received "Yes" choosing quick_reply YES from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-reaction': ['message.reaction added ❤️ by 910000000000001'],
  'ig/webhook-doc-referral-ad': ['received "hi" from 910000000000001 (-, -, -) through ad 120000 ref r'],
  'ig/webhook-doc-referral-link': ['910000000000001 came through link - ref bio'],
  'ig/webhook-doc-reply-to': ['received "yes" from 910000000000001 (-, -, -) as a reply'],
  'ig/webhook-doc-seen': ['status read'],
  'ig/webhook-doc-self': [],
  'ig/webhook-doc-share': ['received [unsupported type+payload] from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-story-mention': ['received [unsupported type+payload] from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-story-reply': ['received "wow" [unsupported type+story] from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-text': ['received "Hello" from 910000000000001 (-, -, -)'],
  'ig/webhook-doc-unreaction': ['message.reaction removed 👍 by 910000000000001'],
  'ig/webhook-doc-unsupported': ['received [unsupported no file type] from 910000000000001 (-, -, -)'],
  'ig/webhook-promobase-comments-lifecycle': [
    'comment added igc_1 on media_1 "Love this!" by u_1 alice',
    'comment added igc_2 on media_1 below igc_1 "Also love it" by u_2 bob',
    'comment removed igc_2 "" by u_2 bob',
    'comment added igc_3 on media_1 "We replied" by itself, IG_ACCOUNT_1 ourbrand',
  ],
  'ig/webhook-promobase-messaging-changes': [
    'received "Original text" from igsid_2001 (-, -, -)',
    'message.reaction added ❤️ by igsid_2001',
    'edited to "Edited text"',
  ],
  'ig/webhook-promobase-messaging': [
    'received "How much is shipping?" from igsid_2001 (-, -, -)',
    'received "Order" choosing quick_reply chat:{"a":"order_now"} from igsid_2001 (-, -, -)',
  ],
  'ig/webhook-restfb-messaging-attachment-unsupported': [
    'received [unsupported type+payload] from 5614879045272581 (-, -, -)',
  ],
  'ig/webhook-restfb-messaging-seen': ['status read'],
  'ig/webhook-restfb-wh-comments-2021': [],
  'ig/webhook-restfb-wh-comments': [],
  'ig/webhook-restfb-wh-livecomments': [],
  'ig/webhook-restfb-wh-mentions': [],
  'ig/webhook-restfb-wh-story_insights': [],
};
