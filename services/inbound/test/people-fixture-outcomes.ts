/** As fixture-outcomes.ts, for the channels of people: read against fb.md, ig.md and tt.md. */
export const PEOPLE_FIXTURE_OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'tt/webhook-authorization-removed': ['authorization taken back'],
  'tt/webhook-comment-delete': [
    'comment removed 7310300000000000001 on 7300000000000000001 "How much?" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-comment-hidden': [],
  'tt/webhook-comment-insert': [
    'comment added 7310300000000000001 on 7300000000000000001 "How much?" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-comment-reply-insert': [
    'comment added 7310300000000000002 on 7300000000000000001 below 7310300000000000001 "me too" by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
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
  'tt/webhook-dm-mark-read': [],
  'tt/webhook-dm-reaction-add': [
    'message.reaction added 👍 by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-dm-reaction-remove': [
    'message.reaction removed - by +ZMM6I2kBFMYfuEhZjEEt6o0FEebXi68VHcHvO0WgQlZMkbqHafwNm7D4qoyqm52',
  ],
  'tt/webhook-dm-receive-eu': [],
  'tt/webhook-dm-referral': ['kept: notice: im_referral_msg'],
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
  'tt/webhook-promobase-comment-1-comment-update': ['comment added 111 on 9 below 110 "Nice!" by u1'],
  'tt/webhook-promobase-comment-2-comment-update': ['comment added 222 on 9 "Thanks for watching!" by ourbrand'],
  'tt/webhook-promobase-comment-3-comment-update': ['comment removed 333 on 9 below 110 "Removed" by u2'],
  'tt/webhook-promobase-dm-1-im_receive_msg': ['received "How much is shipping?" from u1 (-, -, -)'],
  'tt/webhook-promobase-dm-2-im_send_msg': ['sent "$12!" to u1 from the dashboard'],
  'tt/webhook-promobase-dm-3-im_mark_read_msg': [],
};
