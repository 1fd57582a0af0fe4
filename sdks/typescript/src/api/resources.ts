// Generated from docs/openapi.json by npm run generate.

import type { BlockListAnswer, BlockListQuery, BlockPersonAnswer, BlockPersonRequest, CancelSendAnswer, CancelSendRequest, CapabilitiesAnswer, ChannelsAnswer, CheckNumberAnswer, CheckNumberRequest, CommentReplyAnswer, CommentReplyRequest, CommentsAnswer, CommentsQuery, ConnectLinkAnswer, ConnectLinkQuery, ConnectTelegramAnswer, ConnectTelegramRequest, ContactAnswer, ContactQuery, ConversationsAnswer, ConversationsQuery, CreateGroupAnswer, CreateGroupRequest, CreateSessionAnswer, CreateSessionRequest, CreateTemplateAnswer, CreateTemplateRequest, DecideGroupRequestsAnswer, DecideGroupRequestsRequest, DeleteMessageAnswer, DeleteMessageRequest, DeleteSessionAnswer, DeleteSessionRequest, DeleteTemplateAnswer, DeleteTemplateRequest, DisconnectChannelAnswer, DisconnectChannelRequest, EditMessageAnswer, EditMessageRequest, EventsAnswer, EventsQuery, GroupAnswer, GroupInviteAnswer, GroupInviteQuery, GroupMembersAnswer, GroupMembersRequest, GroupQuery, GroupRequestsAnswer, GroupRequestsQuery, GroupsAnswer, GroupsQuery, JoinGroupAnswer, JoinGroupRequest, KeyWebhook, LeaveGroupAnswer, LeaveGroupRequest, MarkReadAnswer, MarkReadRequest, Message, MessageQuery, MessagesAnswer, MessagesQuery, PairCodeAnswer, PairCodeRequest, PassThreadAnswer, PassThreadRequest, ProfileAnswer, ProfilePictureAnswer, ProfilePictureQuery, ProfileQuery, ReactAnswer, ReactRequest, RejectCallAnswer, RejectCallRequest, ReleaseThreadAnswer, ReleaseThreadRequest, RevokeGroupInviteAnswer, RevokeGroupInviteRequest, SearchAnswer, SearchQuery, SendAnswer, SendRequest, SessionQrAnswer, SessionQrQuery, SessionStatusAnswer, SessionStatusQuery, SetProxyAnswer, SetProxyRequest, SetWebhookRequest, StatusAnswer, TakeThreadAnswer, TakeThreadRequest, TemplatesAnswer, TemplatesQuery, TypingAnswer, TypingRequest, UnblockPersonAnswer, UnblockPersonRequest, UpdateGroupAnswer, UpdateGroupRequest, UpdateProfileAnswer, UpdateProfileRequest, UpdateTemplateAnswer, UpdateTemplateRequest, UploadAnswer, UploadRequest } from './models.ts';
import { type List, makeList } from '../pages.ts';
import type { Call, CallOptions } from '../transport.ts';

/** The methods of every action, over one function that calls it. */
export const makeResources = (call: Call) => ({
  account: {
    /** Get the status of this key and its account. */
    status: (options?: CallOptions): Promise<StatusAnswer> => call("GET", "status", {}, options),
    /** Get the webhook of this key. */
    webhook: (options?: CallOptions): Promise<KeyWebhook> => call("GET", "webhook", {}, options),
    /** Set or remove the webhook of this key. */
    setWebhook: (input: SetWebhookRequest, options?: CallOptions): Promise<KeyWebhook> => call("POST", "set-webhook", input, options),
  },
  messages: {
    /** Send a message. */
    send: (input: SendRequest, options?: CallOptions): Promise<SendAnswer> => call("POST", "send", input, options),
    /** Cancel a scheduled message. */
    cancel: (input: CancelSendRequest, options?: CallOptions): Promise<CancelSendAnswer> => call("POST", "cancel-send", input, options),
    /** Get a message and its status history. */
    get: (input: MessageQuery, options?: CallOptions): Promise<Message> => call("GET", "message", input, options),
    /** React to a message. */
    react: (input: ReactRequest, options?: CallOptions): Promise<ReactAnswer> => call("POST", "react", input, options),
    /** Edit a sent message. */
    edit: (input: EditMessageRequest, options?: CallOptions): Promise<EditMessageAnswer> => call("POST", "edit-message", input, options),
    /** Delete a sent message for everyone. */
    delete: (input: DeleteMessageRequest, options?: CallOptions): Promise<DeleteMessageAnswer> => call("POST", "delete-message", input, options),
    /** Show a customer that their message was read. */
    markRead: (input: MarkReadRequest, options?: CallOptions): Promise<MarkReadAnswer> => call("POST", "mark-read", input, options),
    /** Show a typing indicator. */
    typing: (input: TypingRequest, options?: CallOptions): Promise<TypingAnswer> => call("POST", "typing", input, options),
    /** List the messages of a conversation, newest first. */
    list: (input: MessagesQuery, options?: CallOptions): List<MessagesAnswer, MessagesAnswer["messages"][number]> => makeList((at) => call<MessagesAnswer>("GET", "messages", { ...input, ...at }, options), { position: "cursor", next: "next_cursor", items: "messages" }),
  },
  files: {
    /** Upload a file. */
    upload: (input: UploadRequest, options?: CallOptions): Promise<UploadAnswer> => call("POST", "upload", input, options),
  },
  numbers: {
    /** Look up whether numbers are on the network. */
    check: (input: CheckNumberRequest, options?: CallOptions): Promise<CheckNumberAnswer> => call("POST", "check-number", input, options),
  },
  calls: {
    /** Reject a ringing call. */
    reject: (input: RejectCallRequest, options?: CallOptions): Promise<RejectCallAnswer> => call("POST", "reject-call", input, options),
  },
  conversations: {
    /** Take a thread from another app. */
    takeThread: (input: TakeThreadRequest, options?: CallOptions): Promise<TakeThreadAnswer> => call("POST", "take-thread", input, options),
    /** Pass a thread to another app. */
    passThread: (input: PassThreadRequest, options?: CallOptions): Promise<PassThreadAnswer> => call("POST", "pass-thread", input, options),
    /** Release a thread. */
    releaseThread: (input: ReleaseThreadRequest, options?: CallOptions): Promise<ReleaseThreadAnswer> => call("POST", "release-thread", input, options),
    /** List conversations, newest activity first. */
    list: (input: ConversationsQuery = {}, options?: CallOptions): List<ConversationsAnswer, ConversationsAnswer["conversations"][number]> => makeList((at) => call<ConversationsAnswer>("GET", "conversations", { ...input, ...at }, options), { position: "cursor", next: "next_cursor", items: "conversations" }),
    /** Search people and messages, people first. */
    search: (input: SearchQuery, options?: CallOptions): List<SearchAnswer, SearchAnswer["results"][number]> => makeList((at) => call<SearchAnswer>("GET", "search", { ...input, ...at }, options), { position: "cursor", next: "next_cursor", items: "results" }),
  },
  templates: {
    /** List the templates of a wa account. */
    list: (input: TemplatesQuery = {}, options?: CallOptions): Promise<TemplatesAnswer> => call("GET", "templates", input, options),
    /** Create a template of a wa account, which Meta reviews. */
    create: (input: CreateTemplateRequest, options?: CallOptions): Promise<CreateTemplateAnswer> => call("POST", "create-template", input, options),
    /** Replace the content of a template, which Meta reviews again. */
    update: (input: UpdateTemplateRequest, options?: CallOptions): Promise<UpdateTemplateAnswer> => call("POST", "update-template", input, options),
    /** Delete a template of a wa account, in one language or in all. */
    delete: (input: DeleteTemplateRequest, options?: CallOptions): Promise<DeleteTemplateAnswer> => call("POST", "delete-template", input, options),
  },
  channels: {
    /** List the connected channels. */
    list: (options?: CallOptions): Promise<ChannelsAnswer> => call("GET", "channels", {}, options),
    /** Get what each connected account supports. */
    capabilities: (options?: CallOptions): Promise<CapabilitiesAnswer> => call("GET", "capabilities", {}, options),
    /** Make a connect link for an end customer. */
    connectLink: (input: ConnectLinkQuery, options?: CallOptions): Promise<ConnectLinkAnswer> => call("GET", "connect-link", input, options),
    /** Connect a Telegram bot. */
    connectTelegram: (input: ConnectTelegramRequest, options?: CallOptions): Promise<ConnectTelegramAnswer> => call("POST", "connect-telegram", input, options),
    /** Disconnect a channel. */
    disconnect: (input: DisconnectChannelRequest, options?: CallOptions): Promise<DisconnectChannelAnswer> => call("POST", "disconnect-channel", input, options),
  },
  sessions: {
    /** Create a linking session. */
    create: (input: CreateSessionRequest, options?: CallOptions): Promise<CreateSessionAnswer> => call("POST", "create-session", input, options),
    /** Get a pairing code for a phone. */
    pairCode: (input: PairCodeRequest, options?: CallOptions): Promise<PairCodeAnswer> => call("POST", "pair-code", input, options),
    /** Get the status of a linking session. */
    status: (input: SessionStatusQuery = {}, options?: CallOptions): Promise<SessionStatusAnswer> => call("GET", "session-status", input, options),
    /** Get the QR code of a linking session. */
    qr: (input: SessionQrQuery, options?: CallOptions): Promise<SessionQrAnswer> => call("GET", "session-qr", input, options),
    /** Set or remove the proxy of a linked device. */
    setProxy: (input: SetProxyRequest, options?: CallOptions): Promise<SetProxyAnswer> => call("POST", "set-proxy", input, options),
    /** Delete a linking session and log the device out. */
    delete: (input: DeleteSessionRequest, options?: CallOptions): Promise<DeleteSessionAnswer> => call("POST", "delete-session", input, options),
  },
  groups: {
    /** List the groups of a linked phone. */
    list: (input: GroupsQuery = {}, options?: CallOptions): List<GroupsAnswer, GroupsAnswer["groups"][number]> => makeList((at) => call<GroupsAnswer>("GET", "groups", { ...input, ...at }, options), { position: "cursor", next: "next_cursor", items: "groups" }),
    /** Get a group and its members. */
    get: (input: GroupQuery, options?: CallOptions): Promise<GroupAnswer> => call("GET", "group", input, options),
    /** Create a group. */
    create: (input: CreateGroupRequest, options?: CallOptions): Promise<CreateGroupAnswer> => call("POST", "create-group", input, options),
    /** Change subject, description or settings of a group. */
    update: (input: UpdateGroupRequest, options?: CallOptions): Promise<UpdateGroupAnswer> => call("POST", "update-group", input, options),
    /** Add, remove, promote or demote members of a group. */
    members: (input: GroupMembersRequest, options?: CallOptions): Promise<GroupMembersAnswer> => call("POST", "group-members", input, options),
    /** Get the invite link of a group. */
    invite: (input: GroupInviteQuery, options?: CallOptions): Promise<GroupInviteAnswer> => call("GET", "group-invite", input, options),
    /** Replace the invite link of a group. */
    revokeInvite: (input: RevokeGroupInviteRequest, options?: CallOptions): Promise<RevokeGroupInviteAnswer> => call("POST", "revoke-group-invite", input, options),
    /** Join a group by its invite link. */
    join: (input: JoinGroupRequest, options?: CallOptions): Promise<JoinGroupAnswer> => call("POST", "join-group", input, options),
    /** List the people who ask to join a group. */
    requests: (input: GroupRequestsQuery, options?: CallOptions): Promise<GroupRequestsAnswer> => call("GET", "group-requests", input, options),
    /** Approve or reject people who ask to join a group. */
    decideRequests: (input: DecideGroupRequestsRequest, options?: CallOptions): Promise<DecideGroupRequestsAnswer> => call("POST", "decide-group-requests", input, options),
    /** Leave a group. */
    leave: (input: LeaveGroupRequest, options?: CallOptions): Promise<LeaveGroupAnswer> => call("POST", "leave-group", input, options),
  },
  profiles: {
    /** Get the profile of a linked phone. */
    get: (input: ProfileQuery = {}, options?: CallOptions): Promise<ProfileAnswer> => call("GET", "profile", input, options),
    /** Change the about or the picture of a linked phone. */
    update: (input: UpdateProfileRequest, options?: CallOptions): Promise<UpdateProfileAnswer> => call("POST", "update-profile", input, options),
    /** Get the picture of a person. */
    picture: (input: ProfilePictureQuery, options?: CallOptions): Promise<ProfilePictureAnswer> => call("GET", "profile-picture", input, options),
    /** List the people whom a linked phone has blocked. */
    blockList: (input: BlockListQuery = {}, options?: CallOptions): List<BlockListAnswer, BlockListAnswer["blocked"][number]> => makeList((at) => call<BlockListAnswer>("GET", "block-list", { ...input, ...at }, options), { position: "cursor", next: "next_cursor", items: "blocked" }),
    /** Block a person. */
    block: (input: BlockPersonRequest, options?: CallOptions): Promise<BlockPersonAnswer> => call("POST", "block-person", input, options),
    /** Unblock a person. */
    unblock: (input: UnblockPersonRequest, options?: CallOptions): Promise<UnblockPersonAnswer> => call("POST", "unblock-person", input, options),
  },
  comments: {
    /** Reply to a comment. */
    reply: (input: CommentReplyRequest, options?: CallOptions): Promise<CommentReplyAnswer> => call("POST", "comment-reply", input, options),
    /** List comments. */
    list: (input: CommentsQuery, options?: CallOptions): List<CommentsAnswer, CommentsAnswer["comments"][number]> => makeList((at) => call<CommentsAnswer>("GET", "comments", { ...input, ...at }, options), { position: "cursor", next: "next_cursor", items: "comments" }),
  },
  contacts: {
    /** Get a person with their addresses, consent and conversations. */
    get: (input: ContactQuery = {}, options?: CallOptions): Promise<ContactAnswer> => call("GET", "contact", input, options),
  },
  events: {
    /** List the events of this key, oldest or newest first. */
    list: (input: EventsQuery = {}, options?: CallOptions): List<EventsAnswer, EventsAnswer["events"][number]> => makeList((at) => call<EventsAnswer>("GET", "events", { ...input, ...at }, options), { position: "after", next: "next_after", items: "events", more: "has_more" }),
  },
});
