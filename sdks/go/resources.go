// Code generated from docs/openapi.json by npm run generate. DO NOT EDIT.

package parley

import "context"

type resources struct {
	Account       *AccountService
	Messages      *MessagesService
	Files         *FilesService
	Numbers       *NumbersService
	Calls         *CallsService
	Conversations *ConversationsService
	Templates     *TemplatesService
	Channels      *ChannelsService
	Sessions      *SessionsService
	Groups        *GroupsService
	Profiles      *ProfilesService
	Comments      *CommentsService
	Contacts      *ContactsService
	Events        *EventsService
}

func newResources(t *transport) resources {
	return resources{
		Account:       &AccountService{t},
		Messages:      &MessagesService{t},
		Files:         &FilesService{t},
		Numbers:       &NumbersService{t},
		Calls:         &CallsService{t},
		Conversations: &ConversationsService{t},
		Templates:     &TemplatesService{t},
		Channels:      &ChannelsService{t},
		Sessions:      &SessionsService{t},
		Groups:        &GroupsService{t},
		Profiles:      &ProfilesService{t},
		Comments:      &CommentsService{t},
		Contacts:      &ContactsService{t},
		Events:        &EventsService{t},
	}
}

// AccountService has the methods of client.Account.
type AccountService struct{ transport *transport }

// MessagesService has the methods of client.Messages.
type MessagesService struct{ transport *transport }

// FilesService has the methods of client.Files.
type FilesService struct{ transport *transport }

// NumbersService has the methods of client.Numbers.
type NumbersService struct{ transport *transport }

// CallsService has the methods of client.Calls.
type CallsService struct{ transport *transport }

// ConversationsService has the methods of client.Conversations.
type ConversationsService struct{ transport *transport }

// TemplatesService has the methods of client.Templates.
type TemplatesService struct{ transport *transport }

// ChannelsService has the methods of client.Channels.
type ChannelsService struct{ transport *transport }

// SessionsService has the methods of client.Sessions.
type SessionsService struct{ transport *transport }

// GroupsService has the methods of client.Groups.
type GroupsService struct{ transport *transport }

// ProfilesService has the methods of client.Profiles.
type ProfilesService struct{ transport *transport }

// CommentsService has the methods of client.Comments.
type CommentsService struct{ transport *transport }

// ContactsService has the methods of client.Contacts.
type ContactsService struct{ transport *transport }

// EventsService has the methods of client.Events.
type EventsService struct{ transport *transport }

// Status: Get the status of this key and its account.
func (s *AccountService) Status(ctx context.Context, options ...Option) (*StatusAnswer, error) {
	return call[StatusAnswer](ctx, s.transport, "GET", "status", nil, options)
}

// Send: Send a message.
func (s *MessagesService) Send(ctx context.Context, request SendRequest, options ...Option) (*SendAnswer, error) {
	return call[SendAnswer](ctx, s.transport, "POST", "send", request, options)
}

// Upload: Upload a file.
func (s *FilesService) Upload(ctx context.Context, request UploadRequest, options ...Option) (*UploadAnswer, error) {
	return call[UploadAnswer](ctx, s.transport, "POST", "upload", request, options)
}

// Cancel: Cancel a scheduled message.
func (s *MessagesService) Cancel(ctx context.Context, request CancelSendRequest, options ...Option) (*CancelSendAnswer, error) {
	return call[CancelSendAnswer](ctx, s.transport, "POST", "cancel-send", request, options)
}

// Get: Get a message and its status history.
func (s *MessagesService) Get(ctx context.Context, request MessageQuery, options ...Option) (*Message, error) {
	return call[Message](ctx, s.transport, "GET", "message", request, options)
}

// React: React to a message.
func (s *MessagesService) React(ctx context.Context, request ReactRequest, options ...Option) (*ReactAnswer, error) {
	return call[ReactAnswer](ctx, s.transport, "POST", "react", request, options)
}

// Edit: Edit a sent message.
func (s *MessagesService) Edit(ctx context.Context, request EditMessageRequest, options ...Option) (*EditMessageAnswer, error) {
	return call[EditMessageAnswer](ctx, s.transport, "POST", "edit-message", request, options)
}

// Delete: Delete a sent message for everyone.
func (s *MessagesService) Delete(ctx context.Context, request DeleteMessageRequest, options ...Option) (*DeleteMessageAnswer, error) {
	return call[DeleteMessageAnswer](ctx, s.transport, "POST", "delete-message", request, options)
}

// MarkRead: Show a customer that their message was read.
func (s *MessagesService) MarkRead(ctx context.Context, request MarkReadRequest, options ...Option) (*MarkReadAnswer, error) {
	return call[MarkReadAnswer](ctx, s.transport, "POST", "mark-read", request, options)
}

// Typing: Show a typing indicator.
func (s *MessagesService) Typing(ctx context.Context, request TypingRequest, options ...Option) (*TypingAnswer, error) {
	return call[TypingAnswer](ctx, s.transport, "POST", "typing", request, options)
}

// Check: Look up whether numbers are on the network.
func (s *NumbersService) Check(ctx context.Context, request CheckNumberRequest, options ...Option) (*CheckNumberAnswer, error) {
	return call[CheckNumberAnswer](ctx, s.transport, "POST", "check-number", request, options)
}

// Reject: Reject a ringing call.
func (s *CallsService) Reject(ctx context.Context, request RejectCallRequest, options ...Option) (*RejectCallAnswer, error) {
	return call[RejectCallAnswer](ctx, s.transport, "POST", "reject-call", request, options)
}

// TakeThread: Take a thread from another app.
func (s *ConversationsService) TakeThread(ctx context.Context, request TakeThreadRequest, options ...Option) (*TakeThreadAnswer, error) {
	return call[TakeThreadAnswer](ctx, s.transport, "POST", "take-thread", request, options)
}

// PassThread: Pass a thread to another app.
func (s *ConversationsService) PassThread(ctx context.Context, request PassThreadRequest, options ...Option) (*PassThreadAnswer, error) {
	return call[PassThreadAnswer](ctx, s.transport, "POST", "pass-thread", request, options)
}

// ReleaseThread: Release a thread.
func (s *ConversationsService) ReleaseThread(ctx context.Context, request ReleaseThreadRequest, options ...Option) (*ReleaseThreadAnswer, error) {
	return call[ReleaseThreadAnswer](ctx, s.transport, "POST", "release-thread", request, options)
}

// List: List the templates of a wa account.
func (s *TemplatesService) List(ctx context.Context, request TemplatesQuery, options ...Option) (*TemplatesAnswer, error) {
	return call[TemplatesAnswer](ctx, s.transport, "GET", "templates", request, options)
}

// Create: Create a template of a wa account, which Meta reviews.
func (s *TemplatesService) Create(ctx context.Context, request CreateTemplateRequest, options ...Option) (*CreateTemplateAnswer, error) {
	return call[CreateTemplateAnswer](ctx, s.transport, "POST", "create-template", request, options)
}

// Update: Replace the content of a template, which Meta reviews again.
func (s *TemplatesService) Update(ctx context.Context, request UpdateTemplateRequest, options ...Option) (*UpdateTemplateAnswer, error) {
	return call[UpdateTemplateAnswer](ctx, s.transport, "POST", "update-template", request, options)
}

// Delete: Delete a template of a wa account, in one language or in all.
func (s *TemplatesService) Delete(ctx context.Context, request DeleteTemplateRequest, options ...Option) (*DeleteTemplateAnswer, error) {
	return call[DeleteTemplateAnswer](ctx, s.transport, "POST", "delete-template", request, options)
}

// List: List the connected channels.
func (s *ChannelsService) List(ctx context.Context, options ...Option) (*ChannelsAnswer, error) {
	return call[ChannelsAnswer](ctx, s.transport, "GET", "channels", nil, options)
}

// Capabilities: Get what each connected account supports.
func (s *ChannelsService) Capabilities(ctx context.Context, options ...Option) (*CapabilitiesAnswer, error) {
	return call[CapabilitiesAnswer](ctx, s.transport, "GET", "capabilities", nil, options)
}

// ConnectLink: Make a connect link for an end customer.
func (s *ChannelsService) ConnectLink(ctx context.Context, request ConnectLinkQuery, options ...Option) (*ConnectLinkAnswer, error) {
	return call[ConnectLinkAnswer](ctx, s.transport, "GET", "connect-link", request, options)
}

// ConnectTelegram: Connect a Telegram bot.
func (s *ChannelsService) ConnectTelegram(ctx context.Context, request ConnectTelegramRequest, options ...Option) (*ConnectTelegramAnswer, error) {
	return call[ConnectTelegramAnswer](ctx, s.transport, "POST", "connect-telegram", request, options)
}

// Create: Create a linking session.
func (s *SessionsService) Create(ctx context.Context, request CreateSessionRequest, options ...Option) (*CreateSessionAnswer, error) {
	return call[CreateSessionAnswer](ctx, s.transport, "POST", "create-session", request, options)
}

// PairCode: Get a pairing code for a phone.
func (s *SessionsService) PairCode(ctx context.Context, request PairCodeRequest, options ...Option) (*PairCodeAnswer, error) {
	return call[PairCodeAnswer](ctx, s.transport, "POST", "pair-code", request, options)
}

// Status: Get the status of a linking session.
func (s *SessionsService) Status(ctx context.Context, request SessionStatusQuery, options ...Option) (*SessionStatusAnswer, error) {
	return call[SessionStatusAnswer](ctx, s.transport, "GET", "session-status", request, options)
}

// QR: Get the QR code of a linking session.
func (s *SessionsService) QR(ctx context.Context, request SessionQrQuery, options ...Option) (*SessionQrAnswer, error) {
	return call[SessionQrAnswer](ctx, s.transport, "GET", "session-qr", request, options)
}

// SetProxy: Set or remove the proxy of a linked device.
func (s *SessionsService) SetProxy(ctx context.Context, request SetProxyRequest, options ...Option) (*SetProxyAnswer, error) {
	return call[SetProxyAnswer](ctx, s.transport, "POST", "set-proxy", request, options)
}

// Delete: Delete a linking session and log the device out.
func (s *SessionsService) Delete(ctx context.Context, request DeleteSessionRequest, options ...Option) (*DeleteSessionAnswer, error) {
	return call[DeleteSessionAnswer](ctx, s.transport, "POST", "delete-session", request, options)
}

// Disconnect: Disconnect a channel.
func (s *ChannelsService) Disconnect(ctx context.Context, request DisconnectChannelRequest, options ...Option) (*DisconnectChannelAnswer, error) {
	return call[DisconnectChannelAnswer](ctx, s.transport, "POST", "disconnect-channel", request, options)
}

// List: List the groups of a linked phone.
func (s *GroupsService) List(ctx context.Context, request GroupsQuery, options ...Option) *Iterator[GroupsAnswer, GroupSummary] {
	return &Iterator[GroupsAnswer, GroupSummary]{
		read: func() (*GroupsAnswer, error) {
			return call[GroupsAnswer](ctx, s.transport, "GET", "groups", request, options)
		},
		items: func(page *GroupsAnswer) []GroupSummary { return page.Groups },
		move: func(page *GroupsAnswer) bool {
			if page.NextCursor != nil {
				request.Cursor = *page.NextCursor
				return true
			}
			return false
		},
	}
}

// Get: Get a group and its members.
func (s *GroupsService) Get(ctx context.Context, request GroupQuery, options ...Option) (*GroupAnswer, error) {
	return call[GroupAnswer](ctx, s.transport, "GET", "group", request, options)
}

// Create: Create a group.
func (s *GroupsService) Create(ctx context.Context, request CreateGroupRequest, options ...Option) (*CreateGroupAnswer, error) {
	return call[CreateGroupAnswer](ctx, s.transport, "POST", "create-group", request, options)
}

// Update: Change subject, description or settings of a group.
func (s *GroupsService) Update(ctx context.Context, request UpdateGroupRequest, options ...Option) (*UpdateGroupAnswer, error) {
	return call[UpdateGroupAnswer](ctx, s.transport, "POST", "update-group", request, options)
}

// Members: Add, remove, promote or demote members of a group.
func (s *GroupsService) Members(ctx context.Context, request GroupMembersRequest, options ...Option) (*GroupMembersAnswer, error) {
	return call[GroupMembersAnswer](ctx, s.transport, "POST", "group-members", request, options)
}

// Invite: Get the invite link of a group.
func (s *GroupsService) Invite(ctx context.Context, request GroupInviteQuery, options ...Option) (*GroupInviteAnswer, error) {
	return call[GroupInviteAnswer](ctx, s.transport, "GET", "group-invite", request, options)
}

// RevokeInvite: Replace the invite link of a group.
func (s *GroupsService) RevokeInvite(ctx context.Context, request RevokeGroupInviteRequest, options ...Option) (*RevokeGroupInviteAnswer, error) {
	return call[RevokeGroupInviteAnswer](ctx, s.transport, "POST", "revoke-group-invite", request, options)
}

// Join: Join a group by its invite link.
func (s *GroupsService) Join(ctx context.Context, request JoinGroupRequest, options ...Option) (*JoinGroupAnswer, error) {
	return call[JoinGroupAnswer](ctx, s.transport, "POST", "join-group", request, options)
}

// Requests: List the people who ask to join a group.
func (s *GroupsService) Requests(ctx context.Context, request GroupRequestsQuery, options ...Option) (*GroupRequestsAnswer, error) {
	return call[GroupRequestsAnswer](ctx, s.transport, "GET", "group-requests", request, options)
}

// DecideRequests: Approve or reject people who ask to join a group.
func (s *GroupsService) DecideRequests(ctx context.Context, request DecideGroupRequestsRequest, options ...Option) (*DecideGroupRequestsAnswer, error) {
	return call[DecideGroupRequestsAnswer](ctx, s.transport, "POST", "decide-group-requests", request, options)
}

// Leave: Leave a group.
func (s *GroupsService) Leave(ctx context.Context, request LeaveGroupRequest, options ...Option) (*LeaveGroupAnswer, error) {
	return call[LeaveGroupAnswer](ctx, s.transport, "POST", "leave-group", request, options)
}

// Get: Get the profile of a linked phone.
func (s *ProfilesService) Get(ctx context.Context, request ProfileQuery, options ...Option) (*ProfileAnswer, error) {
	return call[ProfileAnswer](ctx, s.transport, "GET", "profile", request, options)
}

// Update: Change the about or the picture of a linked phone.
func (s *ProfilesService) Update(ctx context.Context, request UpdateProfileRequest, options ...Option) (*UpdateProfileAnswer, error) {
	return call[UpdateProfileAnswer](ctx, s.transport, "POST", "update-profile", request, options)
}

// Picture: Get the picture of a person.
func (s *ProfilesService) Picture(ctx context.Context, request ProfilePictureQuery, options ...Option) (*ProfilePictureAnswer, error) {
	return call[ProfilePictureAnswer](ctx, s.transport, "GET", "profile-picture", request, options)
}

// BlockList: List the people whom a linked phone has blocked.
func (s *ProfilesService) BlockList(ctx context.Context, request BlockListQuery, options ...Option) *Iterator[BlockListAnswer, BlockedPerson] {
	return &Iterator[BlockListAnswer, BlockedPerson]{
		read: func() (*BlockListAnswer, error) {
			return call[BlockListAnswer](ctx, s.transport, "GET", "block-list", request, options)
		},
		items: func(page *BlockListAnswer) []BlockedPerson { return page.Blocked },
		move: func(page *BlockListAnswer) bool {
			if page.NextCursor != nil {
				request.Cursor = *page.NextCursor
				return true
			}
			return false
		},
	}
}

// Block: Block a person.
func (s *ProfilesService) Block(ctx context.Context, request BlockPersonRequest, options ...Option) (*BlockPersonAnswer, error) {
	return call[BlockPersonAnswer](ctx, s.transport, "POST", "block-person", request, options)
}

// Unblock: Unblock a person.
func (s *ProfilesService) Unblock(ctx context.Context, request UnblockPersonRequest, options ...Option) (*UnblockPersonAnswer, error) {
	return call[UnblockPersonAnswer](ctx, s.transport, "POST", "unblock-person", request, options)
}

// Reply: Reply to a comment.
func (s *CommentsService) Reply(ctx context.Context, request CommentReplyRequest, options ...Option) (*CommentReplyAnswer, error) {
	return call[CommentReplyAnswer](ctx, s.transport, "POST", "comment-reply", request, options)
}

// List: List comments.
func (s *CommentsService) List(ctx context.Context, request CommentsQuery, options ...Option) *Iterator[CommentsAnswer, Comment] {
	return &Iterator[CommentsAnswer, Comment]{
		read: func() (*CommentsAnswer, error) {
			return call[CommentsAnswer](ctx, s.transport, "GET", "comments", request, options)
		},
		items: func(page *CommentsAnswer) []Comment { return page.Comments },
		move: func(page *CommentsAnswer) bool {
			if page.NextCursor != nil {
				request.Cursor = *page.NextCursor
				return true
			}
			return false
		},
	}
}

// List: List conversations, newest activity first.
func (s *ConversationsService) List(ctx context.Context, request ConversationsQuery, options ...Option) *Iterator[ConversationsAnswer, ReadConversation] {
	return &Iterator[ConversationsAnswer, ReadConversation]{
		read: func() (*ConversationsAnswer, error) {
			return call[ConversationsAnswer](ctx, s.transport, "GET", "conversations", request, options)
		},
		items: func(page *ConversationsAnswer) []ReadConversation { return page.Conversations },
		move: func(page *ConversationsAnswer) bool {
			if page.NextCursor != nil {
				request.Cursor = *page.NextCursor
				return true
			}
			return false
		},
	}
}

// List: List the messages of a conversation, newest first.
func (s *MessagesService) List(ctx context.Context, request MessagesQuery, options ...Option) *Iterator[MessagesAnswer, ReadMessage] {
	return &Iterator[MessagesAnswer, ReadMessage]{
		read: func() (*MessagesAnswer, error) {
			return call[MessagesAnswer](ctx, s.transport, "GET", "messages", request, options)
		},
		items: func(page *MessagesAnswer) []ReadMessage { return page.Messages },
		move: func(page *MessagesAnswer) bool {
			if page.NextCursor != nil {
				request.Cursor = *page.NextCursor
				return true
			}
			return false
		},
	}
}

// Search: Search people and messages, people first.
func (s *ConversationsService) Search(ctx context.Context, request SearchQuery, options ...Option) *Iterator[SearchAnswer, SearchResult] {
	return &Iterator[SearchAnswer, SearchResult]{
		read: func() (*SearchAnswer, error) {
			return call[SearchAnswer](ctx, s.transport, "GET", "search", request, options)
		},
		items: func(page *SearchAnswer) []SearchResult { return page.Results },
		move: func(page *SearchAnswer) bool {
			if page.NextCursor != nil {
				request.Cursor = *page.NextCursor
				return true
			}
			return false
		},
	}
}

// Get: Get a person with their addresses, consent and conversations.
func (s *ContactsService) Get(ctx context.Context, request ContactQuery, options ...Option) (*ContactAnswer, error) {
	return call[ContactAnswer](ctx, s.transport, "GET", "contact", request, options)
}

// List: List the events of this key, oldest or newest first.
func (s *EventsService) List(ctx context.Context, request EventsQuery, options ...Option) *Iterator[EventsAnswer, Event] {
	return &Iterator[EventsAnswer, Event]{
		read: func() (*EventsAnswer, error) {
			return call[EventsAnswer](ctx, s.transport, "GET", "events", request, options)
		},
		items: func(page *EventsAnswer) []Event { return page.Events },
		move: func(page *EventsAnswer) bool {
			if page.HasMore && page.NextAfter != nil {
				request.After = *page.NextAfter
				return true
			}
			return false
		},
	}
}

// Webhook: Get the webhook of this key.
func (s *AccountService) Webhook(ctx context.Context, options ...Option) (*KeyWebhook, error) {
	return call[KeyWebhook](ctx, s.transport, "GET", "webhook", nil, options)
}

// SetWebhook: Set or remove the webhook of this key.
func (s *AccountService) SetWebhook(ctx context.Context, request SetWebhookRequest, options ...Option) (*KeyWebhook, error) {
	return call[KeyWebhook](ctx, s.transport, "POST", "set-webhook", request, options)
}
