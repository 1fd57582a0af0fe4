/**
 * The outcome of each documented webhook, in lines: the events that customers get, then changes without an event.
 * Derived from docs/reference/wa.md and docs/reference/tg.md, not from the code.
 */
export const FIXTURE_OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'wa/webhook-account-update-account-disabled': [
    'business account 102290129340398: {"kind":"restricted","restrictions":[]}',
    'kept: notice: account_update',
  ],
  'wa/webhook-account-update-account-offboarded': [
    'business account 102290129340398: {"kind":"offline"}',
    'kept: notice: account_update',
  ],
  'wa/webhook-account-update-account-restriction': [
    'business account 102290129340398: {"kind":"restricted","restrictions":[{"type":"RESTRICTED_BIZ_INITIATED_MESSAGING","until":"2022-01-04T21:08:18.000Z"},{"type":"RESTRICTED_ADD_PHONE_NUMBER_ACTION","until":"2022-01-04T21:08:18.000Z"}]}',
    'kept: notice: account_update',
  ],
  'wa/webhook-account-update-account-violation': ['kept: notice: account_update'],
  'wa/webhook-account-update-partner-added': ['kept: notice: account_update'],
  'wa/webhook-account-update-partner-removed': [
    'business account 980198427658004: {"kind":"gone","reason":"partner_removed"}',
    'kept: notice: account_update',
  ],
  'wa/webhook-callback-button-button': [
    'received "title" choosing button callback_data from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-callback-button-quick-reply-without-context': [
    'received "title" choosing button callback_data from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-callback-button-quick-reply': [
    'received "title" choosing button callback_data from +972987654321 (Test Name, -, +972987654321) as a reply',
  ],
  'wa/webhook-callback-selection-callback': [
    'received "title" choosing list callback_data from +972987654321 (Test Name, -, +972987654321) as a reply',
  ],
  'wa/webhook-callback-selection-description': [
    'received "title" choosing list callback_data from +972987654321 (Test Name, -, +972987654321) as a reply',
  ],
  'wa/webhook-deleted-message-revoke': ['revoked'],
  'wa/webhook-doc-account-reconnected': [
    'business account 102290129340398: {"kind":"online"}',
    'kept: notice: account_update',
  ],
  'wa/webhook-doc-account-restriction-number': [
    'business account 15550783881 of 0: {"kind":"restricted","restrictions":[{"type":"RESTRICTED_USER_INITIATED_CALLING_CALL_BUTTON_HIDDEN","until":null}]}',
    'kept: notice: account_update',
  ],
  'wa/webhook-doc-account-settings-update': ['kept: notice: account_settings_update'],
  'wa/webhook-doc-handover-passed': ['thread passed, now ours'],
  'wa/webhook-doc-handover-taken': ['thread taken, now theirs'],
  'wa/webhook-doc-partner-removed-number': [
    'business account 15550783881 of 102290129340398: {"kind":"gone","reason":"partner_removed","platformReason":"PRIMARY_INACTIVITY"}',
    'kept: notice: account_update',
  ],
  'wa/webhook-doc-standby-echo-template': [
    'sent "Hi Ann, your order #12 is ready." [unsupported no file template] to +16505551234 from the dashboard, in standby',
  ],
  'wa/webhook-doc-standby-empty': [],
  'wa/webhook-doc-standby-message': ['received "hello" from +16505551234 (Pablo M., -, +16505551234)'],
  'wa/webhook-doc-standby-status': ['status delivered'],
  'wa/webhook-doc-status-delivered-free-service': ['status delivered'],
  'wa/webhook-doc-status-failed-131047': [
    'status failed {"code":"graph_error","message":"Message failed to send because more than 24 hours have passed since the customer last replied to this number.","provider_code":131047}',
  ],
  'wa/webhook-doc-status-failed-131049': [
    'status failed {"code":"graph_error","message":"In order to maintain a healthy ecosystem engagement, the message failed to be delivered.","provider_code":131049}',
  ],
  'wa/webhook-doc-status-marketing-lite': ['status sent'],
  'wa/webhook-doc-status-read-v24-bare': ['status read'],
  'wa/webhook-doc-status-sent-pmp': ['status sent'],
  'wa/webhook-doc-system-previous-user-id': ['written to at US.13491208655302741918'],
  'wa/webhook-doc-template-category-announced': ['kept: notice: template_category_update'],
  'wa/webhook-doc-template-category-changed': ['kept: notice: template_category_update'],
  'wa/webhook-edited-message-image': ['edited to "Updated image caption"'],
  'wa/webhook-flow-completion-completion': [
    'received "Sent" [unsupported no file type+nfm_reply] choosing flow AQAAAAACS5FpgQ_cAAAAAD0QI3s. from +972987654321 (Test Name, -, +972987654321) as a reply',
  ],
  'wa/webhook-flow-completion-without-flow-token': [
    'received "Sent" [unsupported no file type+nfm_reply] choosing flow - from +972987654321 (Test Name, -, +972987654321) as a reply',
  ],
  'wa/webhook-message-animated-sticker': [
    'received [sticker image/webp] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-audio': [
    'received [audio audio/ogg; codecs=opus] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-chosen-location': [
    'received [location no file latitude+longitude+name+address+url] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-contacts': [
    'received [contact no file name+phones] [contact no file name+phones] [contact no file name+phones] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-current-location': [
    'received [location no file latitude+longitude] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-document': [
    'received "caption" [document application/pdf filename.pdf] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-forwarded-many-times': [
    'received "text forwarded many times" from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-forwarded': ['received "forwarded text" from +972987654321 (Test Name, -, +972987654321)'],
  'wa/webhook-message-image': ['received [image image/jpeg] from +972987654321 (Test Name, -, +972987654321)'],
  'wa/webhook-message-interactive-message-with-err': [
    'received [unsupported no file errors] from +972987654321 (Test Name, -, +972987654321) as a reply',
    'kept: notice: errors',
  ],
  'wa/webhook-message-media-with-url': ['received [image image/jpeg] from +972987654321 (Test Name, -, +972987654321)'],
  'wa/webhook-message-order': ['received [unsupported no file order] from +972987654321 (Test Name, -, +972987654321)'],
  'wa/webhook-message-reaction': ['message.reaction added 😮 by +972987654321'],
  'wa/webhook-message-referral': [
    'received "BODY" from +972987654321 (Test Name, -, +972987654321) through ad ADID ref -',
  ],
  'wa/webhook-message-reply': ['received "replied text" from +972987654321 (Test Name, -, +972987654321) as a reply'],
  'wa/webhook-message-static-sticker': [
    'received [sticker image/webp] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-status-delivered': ['status delivered'],
  'wa/webhook-message-status-failed': [
    'status failed {"code":"graph_error","message":"Failed to send message because this user\'s phone number is part of an experiment","provider_code":130472}',
  ],
  'wa/webhook-message-status-group': [],
  'wa/webhook-message-status-played': ['status read'],
  'wa/webhook-message-status-read': ['status read'],
  'wa/webhook-message-status-sent': ['status sent'],
  'wa/webhook-message-status-with-tracker': ['status sent'],
  'wa/webhook-message-text': ['received "Body Text" from +972987654321 (Test Name, -, +972987654321)'],
  'wa/webhook-message-unreaction-empty': ['message.reaction removed 👍 by +972987654321'],
  'wa/webhook-message-unreaction-no-emoji': ['message.reaction removed 👍 by +972987654321'],
  'wa/webhook-message-unsupported-with-type': [
    'received [unsupported no file errors+unsupported] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-unsupported': [
    'received [unsupported no file errors] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-message-video': ['received "caption" [video video/mp4] from +972987654321 (Test Name, -, +972987654321)'],
  'wa/webhook-message-voice': [
    'received [voice audio/ogg; codecs=opus] from +972987654321 (Test Name, -, +972987654321)',
  ],
  'wa/webhook-meta-button-message': [
    'received "Unsubscribe" choosing button Unsubscribe from +16505551234 (Sheena Nelson, -, +16505551234) as a reply',
  ],
  'wa/webhook-meta-contact-sharing-message': [
    'received [contact no file name+org+phones] from +16505551234 (Sheena Nelson, -, +16505551234)',
  ],
  'wa/webhook-meta-group-create-message': ['kept: notice: group_lifecycle_update'],
  'wa/webhook-meta-group-remove-participants': ['kept: notice: group_participants_update'],
  'wa/webhook-meta-group-settings-update': ['kept: notice: group_settings_update'],
  'wa/webhook-meta-image-message': [
    'received "Taj Mahal" [image image/jpeg] from +16505551234 (Sheena Nelson, -, +16505551234)',
  ],
  'wa/webhook-meta-interactive-button-reply-message': [
    'received "Cancel" choosing button cancel-button from +16505551234 (Sheena Nelson, -, +16505551234) as a reply',
  ],
  'wa/webhook-meta-interactive-list-reply-message': [
    'received "Priority Mail Express" choosing list priority_express from +16505551234 (Sheena Nelson, -, +16505551234) as a reply',
  ],
  'wa/webhook-meta-location-message': [
    'received [location no file address+latitude+longitude+name+url] from +16505551234 (Sheena Nelson, -, +16505551234)',
  ],
  'wa/webhook-meta-order-message': [
    'received [unsupported no file order] from +16505551234 (Sheena Nelson, -, +16505551234)',
  ],
  'wa/webhook-meta-reaction-message': ['message.reaction added 👍 by +16505551234'],
  'wa/webhook-meta-system-message': ['written to at +12195555358'],
  'wa/webhook-meta-text-message-from-click-to-whatsapp-ad': [
    'received "Hello! Can I get more info on this?" from +16505551234 (Sheena Nelson, -, +16505551234) through ad 120226305854810726 ref -',
  ],
  'wa/webhook-meta-text-message-with-context-product-inquiry': [
    'received "Is this still available?" from +16505551234 (Sheena Nelson, -, +16505551234) as a reply about product di9ozbzfi4',
  ],
  'wa/webhook-meta-text-message': [
    'received "Does it come in another color?" from +16505551234 (Sheena Nelson, -, +16505551234)',
  ],
  'wa/webhook-meta-unsupported-message': [
    'received [unsupported no file errors] from +16505551234 (Sheena Nelson, -, +16505551234)',
  ],
  'wa/webhook-outgoing-message-delete': ['revoked'],
  'wa/webhook-outgoing-message-edit': ['edited to "Text was edited"'],
  'wa/webhook-outgoing-message-text': ['sent "Test message" to <BSUID> from the phone'],
  'wa/webhook-restfb-accountReviewUpdate': ['kept: notice: account_review_update'],
  'wa/webhook-restfb-accountUpdate-banned': [
    'business account whatsapp-business-account-id: {"kind":"restricted","restrictions":[{"type":"SCHEDULE_FOR_DISABLE","until":null}]}',
    'kept: notice: account_update',
  ],
  'wa/webhook-restfb-accountUpdate-verified': ['kept: notice: account_update'],
  'wa/webhook-restfb-ads': ['received "Test" from +491234567890 (TestUser, -, +491234567890) through ad ADID ref -'],
  'wa/webhook-restfb-audio': [
    'received [voice audio\\/ogg; codecs=opus] from +491234567890 (TestUser, -, +491234567890)',
  ],
  'wa/webhook-restfb-businessUsernameUpdate-approved': ['kept: notice: business_username_update'],
  'wa/webhook-restfb-button': [
    'received "No" choosing button No-Button-Payload from +491234567890 (TestUser, -, +491234567890) as a reply',
  ],
  'wa/webhook-restfb-contacts-request-bsuid': [
    'received [contact no file vcard+phones] from US.13491208655302741918 (Sheena Nelson, @realsheenanelson, -)',
  ],
  'wa/webhook-restfb-contacts': ['received [contact no file name] from +333333333333 (-, -, +333333333333)'],
  'wa/webhook-restfb-contacts2': [
    'received [contact no file name+phones] [contact no file name+phones] from REDACTED (REDACTED, -, -)',
  ],
  'wa/webhook-restfb-document': [
    'received "RESTFB ANNIVERSARY" [document application\\/zip RESTFB ANNIVERSARY.zip] from +491234567890 (TestUser, -, +491234567890)',
  ],
  'wa/webhook-restfb-emoji': ['message.reaction added 👍🏻 by +491234567890'],
  'wa/webhook-restfb-error': ['received [unsupported no file errors] from +491234567890 (TestUser, -, +491234567890)'],
  'wa/webhook-restfb-group-participants-update': ['kept: notice: group_participants_update'],
  'wa/webhook-restfb-image': [
    'received "Some awesome image" [image image\\/jpeg] from +491234567890 (TestUser, -, +491234567890)',
  ],
  'wa/webhook-restfb-interactive-btn': [
    'received "button-text" choosing button unique-button-identifier-here from +491234567890 (TestUser, -, +491234567890)',
  ],
  'wa/webhook-restfb-interactive-list': [
    'received "list_reply_title" choosing list list_reply_id from +491234567890 (TestUser, -, +491234567890)',
  ],
  'wa/webhook-restfb-location': [
    'received [location no file address+latitude+longitude+name] from +491234567890 (TestUser, -, +491234567890)',
  ],
  'wa/webhook-restfb-messageTemplateStatusUpdate-approved': ['kept: notice: message_template_status_update'],
  'wa/webhook-restfb-messageTemplateStatusUpdate-disabling': ['kept: notice: message_template_status_update'],
  'wa/webhook-restfb-phoneNumberNameUpdate': ['kept: notice: phone_number_name_update'],
  'wa/webhook-restfb-phoneNumberQualityUpdate': [
    'business account 16505551111 of whatsapp-business-account-id: {"kind":"rated","rating":"RED","limitTier":"TIER_10K"}',
    'kept: notice: phone_number_quality_update',
  ],
  'wa/webhook-restfb-status-bsuid': ['status delivered'],
  'wa/webhook-restfb-status-errors': [
    'status failed {"code":"graph_error","message":"Message Undeliverable.","provider_code":131026}',
  ],
  'wa/webhook-restfb-status-group-bsuid': [],
  'wa/webhook-restfb-status-ui': ['status sent'],
  'wa/webhook-restfb-sticker': ['received [sticker image\\/webp] from +491234567890 (TestUser, -, +491234567890)'],
  'wa/webhook-restfb-system-bsuid': ['written to at US.13491208655302741918'],
  'wa/webhook-restfb-system': ['kept: notice: system user_changed_number'],
  'wa/webhook-restfb-text-bsuid': ['kept: notice: group message (wa has no normal groups)'],
  'wa/webhook-restfb-text': ['received "Test" from +491234567890 (TestUser, -, +491234567890)'],
  'wa/webhook-restfb-unsupported': ['received [unsupported no file errors] from +333333333333 (-, -, +333333333333)'],
  'wa/webhook-restfb-userIdUpdate': ['written to at US.13491208655302741918'],
  'wa/webhook-restfb-video': ['received "Video" [video video\\/mp4] from +491234567890 (TestUser, -, +491234567890)'],
  'wa/webhook-system-identity-change': ['kept: notice: system customer_identity_changed'],
  'wa/webhook-system-phone-number-change': ['written to at +972912345678'],
  'wa/webhook-template-category-update-marketing': ['kept: notice: template_category_update'],
  'wa/webhook-template-components-update-element': ['kept: notice: message_template_components_update'],
  'wa/webhook-template-quality-update-yellow': ['kept: notice: message_template_quality_update'],
  'wa/webhook-template-status-update-approved': ['kept: notice: message_template_status_update'],
  'wa/webhook-template-status-update-rejected': ['kept: notice: message_template_status_update'],
  'wa/webhook-user-marketing-preferences-resume': ['kept: notice: user_preferences'],
  'wa/webhook-user-marketing-preferences-signup': ['kept: notice: user_preferences'],
  'wa/webhook-user-marketing-preferences-stop': ['kept: notice: user_preferences'],
  'tg/webhook-doc-animation-also-document': [
    'received [video video/mp4 g.mp4 5000] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-audio': [
    'received [audio audio/mpeg s.mp3 3000000 title+performer] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-business-connection': ['connected by 4000009'],
  'tg/webhook-doc-business-message': [
    'received "Is it open?" from 4000001@bc_Ao3PDV5KSFZoCAAAjxxHzYHmCgA (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-business-message-edited': ['edited to "Is it open today?"'],
  'tg/webhook-doc-business-message-of-bot': [],
  'tg/webhook-doc-business-message-of-owner': [
    'sent "Until nine" to 4000001@bc_Ao3PDV5KSFZoCAAAjxxHzYHmCgA from the phone',
    'connected by 4000009',
  ],
  'tg/webhook-doc-business-messages-deleted': ['revoked', 'revoked'],
  'tg/webhook-doc-callback-inaccessible': [
    'received "a" choosing button a from 4000001 (Nia Tester, testuser, -) as a reply',
  ],
  'tg/webhook-doc-callback-query': ['received "a" choosing button a from 4000001 (Nia Tester, testuser, -) as a reply'],
  'tg/webhook-doc-channel-post': ['received "post" from -1002 (Ch, -, -)'],
  'tg/webhook-doc-contact': [
    'received [contact no file phone_number+first_name+user_id] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-dice': ['received [unsupported no file dice] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-document': ['received [document application/pdf a.pdf 12345] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-edited-channel-post': ['edited to "Open until nine"'],
  'tg/webhook-doc-edited-message': ['edited to "fixed typo"'],
  'tg/webhook-doc-forwarded': ['received "fwd" from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-group-anonymous-admin': ['received "hi" from -1001234567890 (Team, -, -)'],
  'tg/webhook-doc-group-message': ['received "hi all" from -1001234567890 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-group-migrated': ['written to at -1001234567890'],
  'tg/webhook-doc-location': ['received [location no file latitude+longitude] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-mentions': [
    'received "@shopowner and Bo, look" from -1001234567890 (Nia Tester, testuser, -) mentioning @shopowner, 4000002',
  ],
  'tg/webhook-doc-message-reaction-add': ['message.reaction added 👍 by 4000001'],
  'tg/webhook-doc-message-reaction-anonymous': ['message.reaction added 🔥 by -1001234567890'],
  'tg/webhook-doc-message-reaction-change-custom': [
    'message.reaction removed 👍 by 4000001',
    'message.reaction added ❤ by 4000001',
    'message.reaction added 5368324170671202286 by 4000001',
  ],
  'tg/webhook-doc-message-reaction-count': [],
  'tg/webhook-doc-message-reaction-remove': ['message.reaction removed 👍 by 4000001'],
  'tg/webhook-doc-my-chat-member-added-group': [],
  'tg/webhook-doc-my-chat-member-blocked': [],
  'tg/webhook-doc-my-chat-member-unblocked': [],
  'tg/webhook-doc-photo-album-1': ['received "album" [image image/jpeg 90000] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-photo-album-2': ['received [image image/jpeg 90000] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-photo-caption': ['received "look" [image image/jpeg 90000] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-poll': ['received [unsupported no file poll] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-poll-answer': ['received from 4000001 (Nia Tester, testuser, -) as a reply voting [1]'],
  'tg/webhook-doc-poll-answer-anonymous': ['received from -1001234567890 (Team, -, -) as a reply voting [0,2]'],
  'tg/webhook-doc-poll-answer-withdrawn': ['received from 4000001 (Nia Tester, testuser, -) as a reply voting []'],
  'tg/webhook-doc-reply-with-quote': ['received "answer" from 4000001 (Nia Tester, testuser, -) as a reply'],
  'tg/webhook-doc-reply': ['received "answer" from 4000001 (Nia Tester, testuser, -) as a reply'],
  'tg/webhook-doc-start-link': [
    'received "/start spring-24" from 4000001 (Nia Tester, testuser, -) through link - ref spring-24',
  ],
  'tg/webhook-doc-sticker': [
    'received [sticker image/webp 20000 emoji+set_name] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-text-entities': [
    'received "/start hello @x https://e.com" from 4000001 (Nia Tester, testuser, -) mentioning @x',
  ],
  'tg/webhook-doc-topic-message': ['received "in topic" from -1001234567890 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-community-chat-added': [],
  'tg/webhook-doc-empty': ['kept: notice: message of unknown kind'],
  'tg/webhook-doc-reply-elsewhere': [
    'received "About this" [unsupported no file external_reply] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-reply-to-story': [
    'received "Nice one" [unsupported no file reply_to_story] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-venue-place-beside': [
    'received [location no file latitude+longitude+title+address+foursquare_id] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-venue': [
    'received [location no file latitude+longitude+location+title+address] from 4000001 (Nia Tester, testuser, -)',
  ],
  'tg/webhook-doc-video-note': ['received [video video/mp4 300000] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-video': ['received "clip" [video video/mp4 v.mp4 500000] from 4000001 (Nia Tester, testuser, -)'],
  'tg/webhook-doc-voice': ['received [voice audio/ogg 9000] from 4000001 (Nia Tester, testuser, -)'],
};
