// Code generated from docs/openapi.json by npm run generate. DO NOT EDIT.

package parley

import (
	"encoding/json"
	"time"
)

// Version of the API, which is the SDK's own.
const Version = "1.0.0"

// The error codes except missing_… and invalid_… of fields. docs/errors of Parley has advice for each.
const (
	CodeAccountRestricted          = "account_restricted"
	CodeAlreadyConnected           = "already_connected"
	CodeBadRedirectURL             = "bad_redirect_url"
	CodeChannelNotAllowed          = "channel_not_allowed"
	CodeDeviceError                = "device_error"
	CodeGraphError                 = "graph_error"
	CodeGroupFull                  = "group_full"
	CodeIdempotencyInProgress      = "idempotency_in_progress"
	CodeIdempotencyMismatch        = "idempotency_mismatch"
	CodeInsufficientBalance        = "insufficient_balance"
	CodeInternalError              = "internal_error"
	CodeMarketingLimited           = "marketing_limited"
	CodeNoExistingConversation     = "no_existing_conversation"
	CodeNotConnected               = "not_connected"
	CodeNotGroupAdmin              = "not_group_admin"
	CodeNotScheduled               = "not_scheduled"
	CodeOptedOut                   = "opted_out"
	CodePaced                      = "paced"
	CodePayloadTooLarge            = "payload_too_large"
	CodePlanLimitReached           = "plan_limit_reached"
	CodePlanNotEligible            = "plan_not_eligible"
	CodePrivateMessageNotSupported = "private_message_not_supported"
	CodeProviderTimeout            = "provider_timeout"
	CodeRateLimited                = "rate_limited"
	CodeReadNotAllowed             = "read_not_allowed"
	CodeServiceUnavailable         = "service_unavailable"
	CodeSetWebhookNotAllowed       = "set_webhook_not_allowed"
	CodeTelegramError              = "telegram_error"
	CodeTemplateExists             = "template_exists"
	CodeTiktokError                = "tiktok_error"
	CodeTooManySessions            = "too_many_sessions"
	CodeUnknownComment             = "unknown_comment"
	CodeUnknownContact             = "unknown_contact"
	CodeUnknownConversation        = "unknown_conversation"
	CodeUnknownGroup               = "unknown_group"
	CodeUnknownMessage             = "unknown_message"
	CodeUnknownSession             = "unknown_session"
	CodeUnknownTemplate            = "unknown_template"
	CodeUnknownUpload              = "unknown_upload"
	CodeUnsupportedContent         = "unsupported_content"
	CodeUnsupportedMediaType       = "unsupported_media_type"
	CodeUploadLimitReached         = "upload_limit_reached"
	CodeWebhookInUse               = "webhook_in_use"
)

// Event is an event of a key, as posted to its webhook and as read from its ledger. Its Type is one of the Event constants,
// or a type that this version does not know. De-duplicate by its ID.
type Event struct {
	// The same on every attempt
	ID         string `json:"id"`
	Type       string `json:"event"`
	InstanceID string `json:"instance_id"`
	// When it happened
	CreatedAt time.Time `json:"created_at"`
	// Data depends on the type: switch data := event.Data.(type) { case *parley.MessageReceived: … }.
	Data EventData `json:"-"`
	// Raw is the event as it arrived, with members that this version does not know.
	Raw json.RawMessage `json:"-"`
}

// EventData is a pointer to the data of an event, such as *MessageReceived, or *UnknownData.
type EventData interface{ isEventData() }

// The types of events.
const (
	EventMessageReceived     = "message.received"
	EventMessageSent         = "message.sent"
	EventMessageStatus       = "message.status"
	EventMessageReaction     = "message.reaction"
	EventCommentReceived     = "comment.received"
	EventChannelConnected    = "channel.connected"
	EventChannelDisconnected = "channel.disconnected"
	EventMessageUpdated      = "message.updated"
	EventMessageDeleted      = "message.deleted"
	EventContactTyping       = "contact.typing"
	EventContactOptOut       = "contact.opt_out"
	EventContactReferral     = "contact.referral"
	EventGroupUpdated        = "group.updated"
	EventCallReceived        = "call.received"
	EventTemplateStatus      = "template.status"
	EventChannelHealth       = "channel.health"
	EventCommentUpdated      = "comment.updated"
	EventCommentDeleted      = "comment.deleted"
	EventConversationControl = "conversation.control"
	EventGroupJoinRequest    = "group.join_request"
)

func (*MessageReceived) isEventData()     {}
func (*MessageSent) isEventData()         {}
func (*MessageStatus) isEventData()       {}
func (*MessageReaction) isEventData()     {}
func (*CommentReceived) isEventData()     {}
func (*ChannelConnected) isEventData()    {}
func (*ChannelDisconnected) isEventData() {}
func (*MessageUpdated) isEventData()      {}
func (*MessageDeleted) isEventData()      {}
func (*ContactTyping) isEventData()       {}
func (*ContactOptOut) isEventData()       {}
func (*ContactReferral) isEventData()     {}
func (*GroupUpdated) isEventData()        {}
func (*CallReceived) isEventData()        {}
func (*TemplateStatus) isEventData()      {}
func (*ChannelHealth) isEventData()       {}
func (*CommentUpdated) isEventData()      {}
func (*CommentDeleted) isEventData()      {}
func (*ConversationControl) isEventData() {}
func (*GroupJoinRequest) isEventData()    {}

func newEventData(eventType string) EventData {
	switch eventType {
	case EventMessageReceived:
		return new(MessageReceived)
	case EventMessageSent:
		return new(MessageSent)
	case EventMessageStatus:
		return new(MessageStatus)
	case EventMessageReaction:
		return new(MessageReaction)
	case EventCommentReceived:
		return new(CommentReceived)
	case EventChannelConnected:
		return new(ChannelConnected)
	case EventChannelDisconnected:
		return new(ChannelDisconnected)
	case EventMessageUpdated:
		return new(MessageUpdated)
	case EventMessageDeleted:
		return new(MessageDeleted)
	case EventContactTyping:
		return new(ContactTyping)
	case EventContactOptOut:
		return new(ContactOptOut)
	case EventContactReferral:
		return new(ContactReferral)
	case EventGroupUpdated:
		return new(GroupUpdated)
	case EventCallReceived:
		return new(CallReceived)
	case EventTemplateStatus:
		return new(TemplateStatus)
	case EventChannelHealth:
		return new(ChannelHealth)
	case EventCommentUpdated:
		return new(CommentUpdated)
	case EventCommentDeleted:
		return new(CommentDeleted)
	case EventConversationControl:
		return new(ConversationControl)
	case EventGroupJoinRequest:
		return new(GroupJoinRequest)
	}
	return nil
}

// ErrorBody: Every error answers this body.
type ErrorBody struct {
	OK    bool   `json:"ok"`
	Error string `json:"error"`
	// For people; of a provider error the provider’s own message
	Message string `json:"message"`
	// Every field problem, in the order of the fields; only on field errors
	Details []ErrorBodyDetail `json:"details,omitempty"`
	// What the provider said; only on 502 and 504
	Provider *ErrorBodyProvider `json:"provider,omitempty"`
	// Where to continue; only on invalid_after of an expired position
	OldestAfter string `json:"oldest_after,omitempty"`
	// Seconds; on 429, 503, and 409 account_restricted whose end is known
	RetryAfter int64 `json:"retry_after,omitempty"`
	// Description of the code, on this Parley
	DocURL string `json:"doc_url,omitempty"`
	// The same as X-Request-Id
	RequestID string `json:"request_id"`
}

// ErrorBodyDetail is an object of the API.
type ErrorBodyDetail struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ErrorBodyProvider: What the provider said; only on 502 and 504
type ErrorBodyProvider struct {
	Name   string `json:"name"`
	Status *int64 `json:"status"`
	Code   any    `json:"code"`
	// Meta’s finer code, where it gave one
	Subcode int64   `json:"subcode,omitempty"`
	Message string  `json:"message"`
	TraceID *string `json:"trace_id,omitempty"`
}

// TemplateRequest is an object of the API.
type TemplateRequest struct {
	// Name of an approved template
	Name string `json:"name,omitempty"`
	// Language code such as en, ar, en_US
	Language string `json:"language,omitempty"`
	// Fill the body placeholders {{1}}, {{2}} … in order
	Variables []string `json:"variables,omitempty"`
	// Full components array of the platform provider; used instead of variables
	Components []map[string]any `json:"components,omitempty"`
}

// Button is an object of the API.
type Button struct {
	// Comes back in interactive.id when the person presses the button
	ID    string `json:"id,omitempty"`
	Title string `json:"title,omitempty"`
	// The address that the button opens
	URL string `json:"url,omitempty"`
}

// List is an object of the API.
type List struct {
	// Title of the button that opens the list
	Button   string        `json:"button,omitempty"`
	Sections []ListSection `json:"sections,omitempty"`
}

// ListSection is an object of the API.
type ListSection struct {
	Title string           `json:"title,omitempty"`
	Rows  []ListSectionRow `json:"rows,omitempty"`
}

// ListSectionRow is an object of the API.
type ListSectionRow struct {
	ID          string `json:"id,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
}

// Location is an object of the API.
type Location struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Name      string  `json:"name,omitempty"`
	Address   string  `json:"address,omitempty"`
}

// Contact is an object of the API.
type Contact struct {
	Name         string   `json:"name,omitempty"`
	Phones       []string `json:"phones,omitempty"`
	Emails       []string `json:"emails,omitempty"`
	Organization string   `json:"organization,omitempty"`
}

// Poll is an object of the API.
type Poll struct {
	Question string   `json:"question,omitempty"`
	Options  []string `json:"options,omitempty"`
	// Whether a person may choose several options
	Multiple *bool `json:"multiple,omitempty"`
}

// Post is an object of the API.
type Post struct {
	// The platform’s id of a post of the sending account, as comments name it in post_id
	ID string `json:"id,omitempty"`
}

// TemplateHeader is an object of the API.
type TemplateHeader struct {
	Type string `json:"type,omitempty"`
	// With at most one placeholder
	Text string `json:"text,omitempty"`
	// A value for the placeholder of the text
	Example string `json:"example,omitempty"`
	// Public HTTPS URL of a sample: jpg or png, mp4, or pdf
	MediaURL string `json:"media_url,omitempty"`
	// An uploaded file as the sample
	UploadID string `json:"upload_id,omitempty"`
}

// TemplateBody is an object of the API.
type TemplateBody struct {
	// With placeholders {{1}}, {{2}} …, or names such as {{first_name}}
	Text string `json:"text,omitempty"`
	// A value for each placeholder, by its number or name
	Examples map[string]string `json:"examples,omitempty"`
}

// TemplateButton is an object of the API.
type TemplateButton struct {
	Type string `json:"type,omitempty"`
	// Only for AUTHENTICATION
	Title string `json:"title,omitempty"`
	URL   string `json:"url,omitempty"`
	// A code; left out for AUTHENTICATION
	Example     string `json:"example,omitempty"`
	PhoneNumber string `json:"phone_number,omitempty"`
}

// GroupSettingsChange is an object of the API.
type GroupSettingsChange struct {
	// Only admins write
	OnlyAdminsSend *bool `json:"only_admins_send,omitempty"`
	// Only admins change subject, description and settings
	OnlyAdminsEdit *bool `json:"only_admins_edit,omitempty"`
	// Every member may add people
	MembersAdd *bool `json:"members_add,omitempty"`
	// An admin approves each person who joins
	ApproveJoins *bool `json:"approve_joins,omitempty"`
	// Seconds after which messages disappear: one of 0, 86400, 604800, 7776000; 0: never
	DisappearingS int64 `json:"disappearing_s,omitempty"`
}

// MessageReceived is an object of the API.
type MessageReceived struct {
	Channel           string                `json:"channel"`
	ConversationID    int64                 `json:"conversation_id"`
	MessageID         int64                 `json:"message_id"`
	From              string                `json:"from"`
	Account           Account               `json:"account"`
	Text              string                `json:"text"`
	Attachments       []Attachment          `json:"attachments"`
	WhatsappGroup     *WhatsappGroup        `json:"whatsapp_group,omitempty"`
	ReceivedAt        time.Time             `json:"received_at"`
	ReplyUntil        *time.Time            `json:"reply_until"`
	ProviderMessageID string                `json:"provider_message_id"`
	Sender            MessageReceivedSender `json:"sender"`
	// tg groups and channels: group, supergroup or channel, and its title
	Chat    *MessageReceivedChat `json:"chat,omitempty"`
	ReplyTo *string              `json:"reply_to"`
	// tg: the part of that message that was quoted
	Quote       string       `json:"quote,omitempty"`
	Interactive *Interactive `json:"interactive,omitempty"`
	// The ad, post or link that the person came from
	Referral   *Referral   `json:"referral,omitempty"`
	PollAnswer *PollAnswer `json:"poll_answer,omitempty"`
	Forwarded  bool        `json:"forwarded,omitempty"`
	// The file may be seen once, and is not stored
	ViewOnce bool `json:"view_once,omitempty"`
	// Addresses of the mentioned people
	Mentions []string `json:"mentions,omitempty"`
	Order    *Order   `json:"order,omitempty"`
	Product  *Product `json:"product,omitempty"`
	// fb, ig, wa: another app has the thread and answers in it
	Standby bool `json:"standby,omitempty"`
}

// Account is an object of the API.
type Account struct {
	ID     string  `json:"id"`
	Number *string `json:"number"`
	Label  *string `json:"label"`
}

// Attachment is an object of the API.
type Attachment struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	// Signed HTTPS address at Parley, valid 7 days
	URL      *string `json:"url"`
	MIMEType *string `json:"mime_type"`
	Filename *string `json:"filename"`
	// Bytes
	Size    *float64       `json:"size"`
	Payload map[string]any `json:"payload"`
}

// WhatsappGroup is an object of the API.
type WhatsappGroup struct {
	IsGroup         bool    `json:"is_group"`
	GroupJID        string  `json:"group_jid"`
	Participant     string  `json:"participant"`
	ParticipantName *string `json:"participant_name"`
}

// MessageReceivedSender is an object of the API.
type MessageReceivedSender struct {
	// tg groups: the person; wa: the business-scoped id beside a known number
	ID       string  `json:"id,omitempty"`
	Name     *string `json:"name"`
	Username *string `json:"username"`
	Phone    *string `json:"phone"`
}

// MessageReceivedChat: tg groups and channels: group, supergroup or channel, and its title
type MessageReceivedChat struct {
	Type  string  `json:"type"`
	Title *string `json:"title"`
}

// Interactive is an object of the API.
type Interactive struct {
	Type string `json:"type"`
	// The id that the sender gave the button, row or form
	ID *string `json:"id"`
	// The text that the person saw
	Title *string `json:"title"`
	// The fields of a form, or a row’s description
	Data map[string]any `json:"data"`
}

// Referral is an object of the API.
type Referral struct {
	Source string `json:"source"`
	// Of the ad or post
	SourceID *string `json:"source_id"`
	// Of the ad or post; http or https
	URL      *string `json:"url"`
	Headline *string `json:"headline"`
	Body     *string `json:"body"`
	// Picture or video of the ad, at the platform
	MediaURL *string `json:"media_url"`
	// wa: click id of the ad
	CtwaClid *string `json:"ctwa_clid"`
	// The parameter of the link or ad
	Ref *string `json:"ref"`
}

// PollAnswer is an object of the API.
type PollAnswer struct {
	// Empty: the person withdrew the vote
	Options []PollAnswerOption `json:"options"`
}

// PollAnswerOption is an object of the API.
type PollAnswerOption struct {
	// Position in the poll, from 0
	Index *int64  `json:"index"`
	Title *string `json:"title"`
}

// Order is an object of the API.
type Order struct {
	CatalogID *string     `json:"catalog_id"`
	Items     []OrderItem `json:"items"`
}

// OrderItem is an object of the API.
type OrderItem struct {
	ProductID string   `json:"product_id"`
	Quantity  *float64 `json:"quantity"`
	// The price of one piece
	Price    *float64 `json:"price"`
	Currency *string  `json:"currency"`
}

// Product is an object of the API.
type Product struct {
	ProductID string  `json:"product_id"`
	CatalogID *string `json:"catalog_id"`
}

// MessageSent is an object of the API.
type MessageSent struct {
	Channel           string               `json:"channel"`
	ConversationID    int64                `json:"conversation_id"`
	MessageID         string               `json:"message_id"`
	To                string               `json:"to"`
	Account           Account              `json:"account"`
	Text              string               `json:"text"`
	Attachments       []Attachment         `json:"attachments"`
	Origin            string               `json:"origin"`
	Template          *MessageSentTemplate `json:"template"`
	ProviderMessageID *string              `json:"provider_message_id"`
	SentAt            time.Time            `json:"sent_at"`
	// wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
	Held          bool           `json:"held,omitempty"`
	WhatsappGroup *WhatsappGroup `json:"whatsapp_group,omitempty"`
	// fb, ig, wa: another app has the thread and answers in it
	Standby bool `json:"standby,omitempty"`
	// The quoted message
	ReplyTo  string   `json:"reply_to,omitempty"`
	Mentions []string `json:"mentions,omitempty"`
	// Reply or link buttons under the message
	Buttons []Button `json:"buttons,omitempty"`
	// Rows to choose from, below message
	List     *List     `json:"list,omitempty"`
	Location *Location `json:"location,omitempty"`
	Contacts []Contact `json:"contacts,omitempty"`
	Poll     *Poll     `json:"poll,omitempty"`
	// A post of the sending account, alone
	Post *Post `json:"post,omitempty"`
}

// MessageSentTemplate is an object of the API.
type MessageSentTemplate struct {
	Name       string   `json:"name"`
	Language   string   `json:"language"`
	Variables  []string `json:"variables,omitempty"`
	Components []any    `json:"components,omitempty"`
}

// MessageStatus is an object of the API.
type MessageStatus struct {
	Channel           string         `json:"channel"`
	ConversationID    int64          `json:"conversation_id"`
	MessageID         string         `json:"message_id"`
	To                string         `json:"to"`
	Account           Account        `json:"account"`
	Status            string         `json:"status"`
	At                time.Time      `json:"at"`
	Error             *MessageError  `json:"error"`
	ProviderMessageID *string        `json:"provider_message_id"`
	WhatsappGroup     *WhatsappGroup `json:"whatsapp_group,omitempty"`
	// wa: the price that Meta charges for it
	Pricing *Pricing `json:"pricing,omitempty"`
}

// MessageError is an object of the API.
type MessageError struct {
	Code         string `json:"code"`
	Message      string `json:"message"`
	ProviderCode any    `json:"provider_code"`
	// Meta’s finer code, where it gave one
	ProviderSubcode float64 `json:"provider_subcode,omitempty"`
}

// Pricing is an object of the API.
type Pricing struct {
	Category *string `json:"category"`
	Billable *bool   `json:"billable"`
	Model    *string `json:"model"`
	// Such as regular or free_customer_service; null if Meta does not report it
	Type *string `json:"type,omitempty"`
}

// MessageReaction is an object of the API.
type MessageReaction struct {
	Channel        string  `json:"channel"`
	ConversationID int64   `json:"conversation_id"`
	MessageID      string  `json:"message_id"`
	From           string  `json:"from"`
	Account        Account `json:"account"`
	// For a removal, the removed emoji; null if the reaction is an image (tt)
	Emoji *string `json:"emoji"`
	// Address of the image at the platform, which serves it for 30 days (tt); absent if there is an emoji
	EmojiURL          string         `json:"emoji_url,omitempty"`
	Action            string         `json:"action"`
	At                time.Time      `json:"at"`
	ProviderMessageID *string        `json:"provider_message_id"`
	WhatsappGroup     *WhatsappGroup `json:"whatsapp_group,omitempty"`
}

// CommentReceived is an object of the API.
type CommentReceived struct {
	Platform  string  `json:"platform"`
	CommentID string  `json:"comment_id"`
	PostID    string  `json:"post_id"`
	ParentID  *string `json:"parent_id"`
	Text      string  `json:"text"`
	// Images and videos; absent if there are none
	Media          []CommentMedia      `json:"media,omitempty"`
	From           CommentReceivedFrom `json:"from"`
	ConversationID int64               `json:"conversation_id"`
	Account        Account             `json:"account"`
	CreatedAt      time.Time           `json:"created_at"`
}

// CommentMedia is an object of the API.
type CommentMedia struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// CommentReceivedFrom is an object of the API.
type CommentReceivedFrom struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ChannelConnected is an object of the API.
type ChannelConnected struct {
	Channel     string    `json:"channel"`
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Identifier  *string   `json:"identifier"`
	ConnectedAt time.Time `json:"connected_at"`
	AccountID   int64     `json:"account_id,omitempty"`
	Label       string    `json:"label,omitempty"`
}

// ChannelDisconnected is an object of the API.
type ChannelDisconnected struct {
	Channel string `json:"channel"`
	ID      string `json:"id"`
	Name    string `json:"name"`
	Reason  string `json:"reason"`
	// wa: the platform’s own reason, such as PRIMARY_INACTIVITY
	PlatformReason string    `json:"platform_reason,omitempty"`
	DisconnectedAt time.Time `json:"disconnected_at"`
}

// MessageUpdated is an object of the API.
type MessageUpdated struct {
	Channel        string `json:"channel"`
	ConversationID int64  `json:"conversation_id"`
	MessageID      string `json:"message_id"`
	// in: a message of the customer; out: one of the account
	Direction string `json:"direction"`
	// The address that sends go to
	Peer    string  `json:"peer"`
	Account Account `json:"account"`
	// The new text
	Text              string         `json:"text"`
	EditedAt          time.Time      `json:"edited_at"`
	ProviderMessageID *string        `json:"provider_message_id"`
	WhatsappGroup     *WhatsappGroup `json:"whatsapp_group,omitempty"`
}

// MessageDeleted is an object of the API.
type MessageDeleted struct {
	Channel        string `json:"channel"`
	ConversationID int64  `json:"conversation_id"`
	MessageID      string `json:"message_id"`
	// in: a message of the customer; out: one of the account
	Direction string `json:"direction"`
	// The address that sends go to
	Peer    string  `json:"peer"`
	Account Account `json:"account"`
	// admin: an admin of the group deleted another person’s message
	By                string         `json:"by"`
	DeletedAt         time.Time      `json:"deleted_at"`
	ProviderMessageID *string        `json:"provider_message_id"`
	WhatsappGroup     *WhatsappGroup `json:"whatsapp_group,omitempty"`
}

// ContactTyping is an object of the API.
type ContactTyping struct {
	Channel        string `json:"channel"`
	ConversationID *int64 `json:"conversation_id"`
	// The address for `to` of a send
	From          string         `json:"from"`
	Account       Account        `json:"account"`
	State         string         `json:"state"`
	At            time.Time      `json:"at"`
	WhatsappGroup *WhatsappGroup `json:"whatsapp_group,omitempty"`
}

// ContactOptOut is an object of the API.
type ContactOptOut struct {
	Channel        string `json:"channel"`
	ConversationID *int64 `json:"conversation_id"`
	// The address for `to` of a send
	From    string  `json:"from"`
	Account Account `json:"account"`
	// false: the person opted in again
	OptedOut bool `json:"opted_out"`
	// customer: a stop or start word
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// ContactReferral is an object of the API.
type ContactReferral struct {
	Channel        string `json:"channel"`
	ConversationID *int64 `json:"conversation_id"`
	// The address for `to` of a send
	From     string    `json:"from"`
	Account  Account   `json:"account"`
	Referral Referral  `json:"referral"`
	At       time.Time `json:"at"`
}

// GroupUpdated is an object of the API.
type GroupUpdated struct {
	Channel string `json:"channel"`
	// null for a group without messages
	ConversationID *int64  `json:"conversation_id"`
	Account        Account `json:"account"`
	GroupID        string  `json:"group_id"`
	// The new subject; null if it did not change
	Subject *string `json:"subject"`
	// Addresses
	Joined []string `json:"joined"`
	// Addresses
	Left []string `json:"left"`
	// Addresses of members who became admins
	Promoted []string `json:"promoted,omitempty"`
	// Addresses of admins who are members again
	Demoted []string `json:"demoted,omitempty"`
	// The new description; empty if it was removed, null if it did not change
	Description *string `json:"description,omitempty"`
	// The settings that changed; null if none did
	Settings *GroupUpdatedSettings `json:"settings,omitempty"`
	// Whether the invite link was replaced
	InviteChanged *bool `json:"invite_changed,omitempty"`
	// The person who changed it; null if the platform does not report it
	By *string   `json:"by"`
	At time.Time `json:"at"`
}

// GroupUpdatedSettings: The settings that changed; null if none did
type GroupUpdatedSettings struct {
	OnlyAdminsSend *bool `json:"only_admins_send,omitempty"`
	OnlyAdminsEdit *bool `json:"only_admins_edit,omitempty"`
	MembersAdd     *bool `json:"members_add,omitempty"`
	ApproveJoins   *bool `json:"approve_joins,omitempty"`
	DisappearingS  int64 `json:"disappearing_s,omitempty"`
}

// CallReceived is an object of the API.
type CallReceived struct {
	Channel        string `json:"channel"`
	ConversationID *int64 `json:"conversation_id"`
	// The address for `to` of a send
	From    string    `json:"from"`
	Account Account   `json:"account"`
	CallID  string    `json:"call_id"`
	State   string    `json:"state"`
	Video   *bool     `json:"video"`
	At      time.Time `json:"at"`
}

// TemplateStatus is an object of the API.
type TemplateStatus struct {
	Channel string `json:"channel"`
	// Of the WhatsApp Business Account
	BusinessID string  `json:"business_id"`
	TemplateID *string `json:"template_id"`
	Name       string  `json:"name"`
	Language   string  `json:"language"`
	// The platform’s name, such as APPROVED, REJECTED or PAUSED; null: unchanged
	Status *string `json:"status"`
	// The reason of a rejection or pause: Meta’s code, such as INVALID_FORMAT
	Reason *string `json:"reason"`
	// The reason in a sentence; null if Meta gives none
	Details *string `json:"details,omitempty"`
	// Meta’s recommendation; null if it gives none
	Recommendation *string `json:"recommendation,omitempty"`
	// When Meta will disable it, as Meta writes it, such as January 31, 2027
	DisableDate *string `json:"disable_date,omitempty"`
	// GREEN, YELLOW, RED or UNKNOWN; null: unchanged
	Quality *string `json:"quality"`
	// Its new category; null: unchanged
	Category *string `json:"category"`
	// The category that Meta announces for it; null: no announcement
	UpcomingCategory *string `json:"upcoming_category,omitempty"`
	// When it gets that category; null if Meta does not report it
	UpcomingAt *time.Time `json:"upcoming_at,omitempty"`
	At         time.Time  `json:"at"`
}

// ChannelHealth is an object of the API.
type ChannelHealth struct {
	Channel string `json:"channel"`
	ID      string `json:"id"`
	Name    string `json:"name"`
	// wa: GREEN, YELLOW, RED or UNKNOWN
	Quality *string `json:"quality"`
	// wa: how many people it may write to first in 24 hours, such as TIER_1K
	Limit        *string                    `json:"limit"`
	Restrictions []ChannelHealthRestriction `json:"restrictions"`
	// offline: the platform suspends the account for a while
	State string `json:"state,omitempty"`
	// The reason why it is offline; null: it is online
	Reason *string `json:"reason,omitempty"`
	// wa: the business account has no payment method, so that messages are not delivered
	PaymentMissing *bool     `json:"payment_missing,omitempty"`
	At             time.Time `json:"at"`
}

// ChannelHealthRestriction is an object of the API.
type ChannelHealthRestriction struct {
	Type  string     `json:"type"`
	Until *time.Time `json:"until"`
}

// CommentUpdated is an object of the API.
type CommentUpdated struct {
	Platform       string             `json:"platform"`
	CommentID      string             `json:"comment_id"`
	PostID         string             `json:"post_id"`
	ParentID       *string            `json:"parent_id"`
	ConversationID int64              `json:"conversation_id"`
	Account        Account            `json:"account"`
	Text           string             `json:"text"`
	Media          []CommentMedia     `json:"media,omitempty"`
	From           CommentUpdatedFrom `json:"from"`
	// Whether it is hidden from other people; null if the platform does not report it
	Hidden    *bool     `json:"hidden"`
	UpdatedAt time.Time `json:"updated_at"`
}

// CommentUpdatedFrom is an object of the API.
type CommentUpdatedFrom struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// CommentDeleted is an object of the API.
type CommentDeleted struct {
	Platform       string    `json:"platform"`
	CommentID      string    `json:"comment_id"`
	PostID         string    `json:"post_id"`
	ParentID       *string   `json:"parent_id"`
	ConversationID int64     `json:"conversation_id"`
	Account        Account   `json:"account"`
	DeletedAt      time.Time `json:"deleted_at"`
}

// ConversationControl is an object of the API.
type ConversationControl struct {
	Channel        string `json:"channel"`
	ConversationID int64  `json:"conversation_id"`
	// The address that sends go to
	Peer    string  `json:"peer"`
	Account Account `json:"account"`
	// Who may answer now
	State string `json:"state"`
	// message: a message came to this app or to another one; requested: another app asks for the thread
	Reason string `json:"reason"`
	// wa: role of the app that has the thread now, such as escalation or ai_agent
	Role *string `json:"role"`
	// wa: role of the app that had it
	PreviousRole *string `json:"previous_role"`
	// fb, ig: the app that has the thread now, or asks for it
	AppID *string `json:"app_id"`
	// fb, ig: the app that had it
	PreviousAppID *string `json:"previous_app_id"`
	// The note of the app that handed over
	Metadata *string `json:"metadata"`
	// wa: summary of the conversation so far
	Summary *string   `json:"summary"`
	At      time.Time `json:"at"`
}

// GroupJoinRequest is an object of the API.
type GroupJoinRequest struct {
	Channel string `json:"channel"`
	// null for a group without messages
	ConversationID *int64  `json:"conversation_id"`
	Account        Account `json:"account"`
	GroupID        string  `json:"group_id"`
	// The address of the person who asks
	Person string `json:"person"`
	// An approved person is in joined of group.updated
	State string `json:"state"`
	// The network’s name: invite_link, linked_group_join, non_admin_add
	Method *string `json:"method"`
	// The admin who rejected it; else the person
	By *string   `json:"by"`
	At time.Time `json:"at"`
}

// Message is an object of the API.
type Message struct {
	Channel           string           `json:"channel"`
	ConversationID    int64            `json:"conversation_id"`
	MessageID         string           `json:"message_id"`
	To                string           `json:"to"`
	Account           Account          `json:"account"`
	Text              string           `json:"text"`
	Attachments       []Attachment     `json:"attachments"`
	Origin            string           `json:"origin"`
	Template          *MessageTemplate `json:"template"`
	ProviderMessageID *string          `json:"provider_message_id"`
	SentAt            *time.Time       `json:"sent_at"`
	// wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
	Held          bool           `json:"held,omitempty"`
	WhatsappGroup *WhatsappGroup `json:"whatsapp_group,omitempty"`
	// fb, ig, wa: another app has the thread and answers in it
	Standby bool `json:"standby,omitempty"`
	// The quoted message
	ReplyTo  string   `json:"reply_to,omitempty"`
	Mentions []string `json:"mentions,omitempty"`
	// Reply or link buttons under the message
	Buttons []Button `json:"buttons,omitempty"`
	// Rows to choose from, below message
	List     *List       `json:"list,omitempty"`
	Location *Location   `json:"location,omitempty"`
	Contacts []Contact   `json:"contacts,omitempty"`
	Poll     *PollOutput `json:"poll,omitempty"`
	// A post of the sending account, alone
	Post   *Post         `json:"post,omitempty"`
	OK     bool          `json:"ok"`
	Status string        `json:"status"`
	Error  *MessageError `json:"error"`
	// While it is scheduled: the time when it is sent
	SendAt  *time.Time       `json:"send_at,omitempty"`
	History []MessageHistory `json:"history"`
}

// MessageTemplate is an object of the API.
type MessageTemplate struct {
	Name       string   `json:"name"`
	Language   string   `json:"language"`
	Variables  []string `json:"variables,omitempty"`
	Components []any    `json:"components,omitempty"`
}

// PollOutput is an object of the API.
type PollOutput struct {
	Question string   `json:"question"`
	Options  []string `json:"options"`
	// Whether a person may choose several options
	Multiple bool `json:"multiple"`
}

// MessageHistory is an object of the API.
type MessageHistory struct {
	Status string    `json:"status"`
	At     time.Time `json:"at"`
}

// Template is an object of the API.
type Template struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Status   string `json:"status"`
	Category string `json:"category"`
	// The category that Meta will give it; null: unchanged
	CorrectCategory *string `json:"correct_category,omitempty"`
	// When it gets that category, as Meta announced; null: Meta did not say
	CategoryChangesAt *time.Time `json:"category_changes_at,omitempty"`
	Body              string     `json:"body"`
	// Number of distinct placeholders of the body
	Variables int64   `json:"variables"`
	ID        *string `json:"id"`
	// GREEN, YELLOW, RED or UNKNOWN
	Quality *string `json:"quality"`
	// As Meta names it, such as INVALID_FORMAT; null: not rejected
	RejectedReason *string `json:"rejected_reason"`
	// As Meta lists them; null if the list would be too large
	Components []map[string]any `json:"components"`
}

// ConnectedChannel is an object of the API.
type ConnectedChannel struct {
	Channel string `json:"channel"`
	ID      string `json:"id"`
	Name    string `json:"name"`
	// Readable number; present for wd entries and for wa
	Identifier string `json:"identifier,omitempty"`
	Status     string `json:"status"`
}

// AccountCapabilities is an object of the API.
type AccountCapabilities struct {
	Channel      string                          `json:"channel"`
	ID           string                          `json:"id"`
	Label        string                          `json:"label"`
	Capabilities AccountCapabilitiesCapabilities `json:"capabilities"`
	// Lengths of a message
	Limits AccountCapabilitiesLimits `json:"limits"`
}

// AccountCapabilitiesCapabilities is an object of the API.
type AccountCapabilitiesCapabilities struct {
	Files []string `json:"files"`
	// The most reply buttons of a message; 0: none
	ReplyButtons int64 `json:"reply_buttons"`
	// The most buttons that open an address
	URLButtons   int64 `json:"url_buttons"`
	MixedButtons bool  `json:"mixed_buttons"`
	List         bool  `json:"list"`
	Location     bool  `json:"location"`
	Contacts     bool  `json:"contacts"`
	Poll         bool  `json:"poll"`
	Post         bool  `json:"post"`
	ReplyTo      bool  `json:"reply_to"`
	Mentions     bool  `json:"mentions"`
	// Link previews: chosen by each message, or always as the channel does it
	Preview     string   `json:"preview"`
	HumanAgent  bool     `json:"human_agent"`
	React       bool     `json:"react"`
	Edit        bool     `json:"edit"`
	Delete      bool     `json:"delete"`
	MarkRead    bool     `json:"mark_read"`
	Typing      []string `json:"typing"`
	CheckNumber bool     `json:"check_number"`
	RejectCall  bool     `json:"reject_call"`
}

// AccountCapabilitiesLimits: Lengths of a message
type AccountCapabilitiesLimits struct {
	// Longest text
	Text int64 `json:"text"`
	// Longest text below a file; null: the text follows as a separate message
	Caption *int64 `json:"caption"`
	Unit    string `json:"unit"`
}

// GroupSummary is an object of the API.
type GroupSummary struct {
	GroupID string `json:"group_id"`
	Subject string `json:"subject"`
	// Number of members
	Size int64 `json:"size"`
	// The role of the linked phone; null if the network does not say
	Role      *string       `json:"role"`
	Settings  GroupSettings `json:"settings"`
	CreatedAt *time.Time    `json:"created_at"`
}

// GroupSettings is an object of the API.
type GroupSettings struct {
	// Only admins write
	OnlyAdminsSend bool `json:"only_admins_send"`
	// Only admins change subject, description and settings
	OnlyAdminsEdit bool `json:"only_admins_edit"`
	// Every member may add people
	MembersAdd bool `json:"members_add"`
	// An admin approves each person who joins
	ApproveJoins bool `json:"approve_joins"`
	// Seconds after which messages disappear; 0: never
	DisappearingS int64 `json:"disappearing_s"`
}

// Group is an object of the API.
type Group struct {
	GroupID string `json:"group_id"`
	Subject string `json:"subject"`
	// Number of members
	Size int64 `json:"size"`
	// The role of the linked phone; null if the network does not say
	Role        *string       `json:"role"`
	Settings    GroupSettings `json:"settings"`
	CreatedAt   *time.Time    `json:"created_at"`
	Description *string       `json:"description"`
	// Address of the person who created it
	Owner   *string       `json:"owner"`
	Members []GroupMember `json:"members"`
}

// GroupMember is an object of the API.
type GroupMember struct {
	// The number, or the hidden id where the number is unknown
	Address string `json:"address"`
	// The hidden id; null if it is unknown
	Lid  *string `json:"lid"`
	Role string  `json:"role"`
}

// GroupPersonResult is an object of the API.
type GroupPersonResult struct {
	Address string  `json:"address"`
	OK      bool    `json:"ok"`
	Error   *string `json:"error"`
	// The reason, and what helps; null if it was done
	Message *string `json:"message"`
}

// GroupRequest is an object of the API.
type GroupRequest struct {
	Address     string     `json:"address"`
	RequestedAt *time.Time `json:"requested_at"`
	// The network’s name: invite_link, linked_group_join, non_admin_add
	Method *string `json:"method"`
}

// ProfilePicture is an object of the API.
type ProfilePicture struct {
	// image/jpeg
	MIMEType string `json:"mime_type"`
	// Base64
	Data string `json:"data"`
}

// BlockedPerson is an object of the API.
type BlockedPerson struct {
	// The number, or the hidden id where the number is unknown
	Address string `json:"address"`
	// The hidden id; null if it is unknown
	Lid *string `json:"lid"`
}

// Comment is an object of the API.
type Comment struct {
	Platform  string  `json:"platform"`
	CommentID string  `json:"comment_id"`
	PostID    string  `json:"post_id"`
	ParentID  *string `json:"parent_id"`
	Text      string  `json:"text"`
	// Images and videos; absent if there are none
	Media          []CommentMedia `json:"media,omitempty"`
	From           CommentFrom    `json:"from"`
	ConversationID int64          `json:"conversation_id"`
	Account        Account        `json:"account"`
	CreatedAt      time.Time      `json:"created_at"`
	Replied        bool           `json:"replied"`
}

// CommentFrom is an object of the API.
type CommentFrom struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ReadConversation is an object of the API.
type ReadConversation struct {
	ConversationID int64 `json:"conversation_id"`
	// A person’s comments form a separate conversation
	Kind    string  `json:"kind"`
	Channel string  `json:"channel"`
	Account Account `json:"account"`
	// The `to` of a send
	Peer      string  `json:"peer"`
	ContactID int64   `json:"contact_id"`
	Name      *string `json:"name"`
	Status    string  `json:"status"`
	IsSnoozed bool    `json:"is_snoozed"`
	// Messages of the customer that no member has read or answered
	Unread int64 `json:"unread"`
	// Whether it is open and its last message is the customer’s
	Waiting bool `json:"waiting"`
	// Titles
	Labels []string `json:"labels"`
	// The end of the time in which a text may be sent; null if the channel has no window, or it is closed
	ReplyUntil     *time.Time                   `json:"reply_until"`
	LastMessage    *ReadConversationLastMessage `json:"last_message"`
	LastActivityAt time.Time                    `json:"last_activity_at"`
	CreatedAt      time.Time                    `json:"created_at"`
	// wa, fb, ig: the app that may answer, where several share the account
	ThreadOwner string `json:"thread_owner,omitempty"`
	// The last hand-over of the thread; absent if there was none
	Handover *Handover `json:"handover,omitempty"`
}

// ReadConversationLastMessage is an object of the API.
type ReadConversationLastMessage struct {
	Direction string `json:"direction"`
	// At most 140 characters of it; empty once it was deleted
	Text string `json:"text"`
	// Without a text: kind of its file or other content; else null
	Kind   *string   `json:"kind"`
	Status string    `json:"status"`
	At     time.Time `json:"at"`
}

// Handover is an object of the API.
type Handover struct {
	// message: a message came to this app or to another one; requested: another app asks for the thread
	Reason string `json:"reason"`
	// wa: role of the app that has the thread now, such as escalation or ai_agent
	Role *string `json:"role"`
	// wa: role of the app that had it
	PreviousRole *string `json:"previous_role"`
	// fb, ig: the app that has the thread now, or asks for it
	AppID *string `json:"app_id"`
	// fb, ig: the app that had it
	PreviousAppID *string `json:"previous_app_id"`
	// The note of the app that handed over
	Metadata *string `json:"metadata"`
	// wa: summary of the conversation so far
	Summary *string   `json:"summary"`
	At      time.Time `json:"at"`
}

// ReadMessage is an object of the API.
type ReadMessage struct {
	MessageID string `json:"message_id"`
	Direction string `json:"direction"`
	Origin    string `json:"origin"`
	// Of a received message: the peer, or in a group its author; else `account.id`
	From   string `json:"from"`
	To     string `json:"to"`
	Status string `json:"status"`
	// Empty once it was deleted
	Text        string       `json:"text"`
	Attachments []Attachment `json:"attachments"`
	// Of a sent message: buttons, list, location, contacts or poll
	Content *ReadMessageContent `json:"content"`
	// Of a received message: what the person chose
	Interactive *Interactive         `json:"interactive"`
	Template    *ReadMessageTemplate `json:"template"`
	ReplyTo     *string              `json:"reply_to"`
	// The current ones, oldest first
	Reactions []ReadMessageReaction `json:"reactions"`
	// The reason why it failed
	Error *MessageError `json:"error"`
	// wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
	Held bool `json:"held,omitempty"`
	// While it is scheduled: the time when it is sent
	SendAt    *time.Time `json:"send_at,omitempty"`
	At        time.Time  `json:"at"`
	EditedAt  *time.Time `json:"edited_at"`
	DeletedAt *time.Time `json:"deleted_at"`
	// fb, ig, wa: another app had the thread
	Standby bool `json:"standby,omitempty"`
}

// ReadMessageContent: Of a sent message: buttons, list, location, contacts or poll
type ReadMessageContent struct {
	// Reply or link buttons under the message
	Buttons []Button `json:"buttons,omitempty"`
	// Rows to choose from, below message
	List     *List       `json:"list,omitempty"`
	Location *Location   `json:"location,omitempty"`
	Contacts []Contact   `json:"contacts,omitempty"`
	Poll     *PollOutput `json:"poll,omitempty"`
	// A post of the sending account, alone
	Post *Post `json:"post,omitempty"`
}

// ReadMessageTemplate is an object of the API.
type ReadMessageTemplate struct {
	Name       string   `json:"name"`
	Language   string   `json:"language"`
	Variables  []string `json:"variables,omitempty"`
	Components []any    `json:"components,omitempty"`
}

// ReadMessageReaction is an object of the API.
type ReadMessageReaction struct {
	From string `json:"from"`
	// Null if the reaction is an image
	Emoji *string `json:"emoji"`
	// Address of the image at the platform (tt)
	EmojiURL string `json:"emoji_url,omitempty"`
}

// SearchResult is an object of the API.
type SearchResult struct {
	Kind    string `json:"kind"`
	Channel string `json:"channel"`
	// Of a person: the newest one; null for people who only commented
	ConversationID *int64 `json:"conversation_id"`
	// The person, or the person of the message’s conversation
	Name *string `json:"name"`
	// Of a message: when it was sent; of a person: the newest message with them
	At      *time.Time           `json:"at"`
	Person  *SearchResultPerson  `json:"person"`
	Message *SearchResultMessage `json:"message"`
}

// SearchResultPerson is an object of the API.
type SearchResultPerson struct {
	ContactID int64   `json:"contact_id"`
	Username  *string `json:"username"`
	// 5 at most
	Addresses []string `json:"addresses"`
}

// SearchResultMessage is an object of the API.
type SearchResultMessage struct {
	MessageID string `json:"message_id"`
	Direction string `json:"direction"`
	Origin    string `json:"origin"`
	Status    string `json:"status"`
	// The `to` of a send
	Peer string `json:"peer"`
	// The text around the first word that was found; empty once the message was deleted
	Snippet string `json:"snippet"`
}

// KeyWebhook is an object of the API.
type KeyWebhook struct {
	OK     bool     `json:"ok"`
	URL    *string  `json:"url"`
	Events []string `json:"events"`
	Status string   `json:"status"`
	Reason *string  `json:"reason"`
	// A new secret; only in the response to the call that sets the address
	WebhookSecret string `json:"webhook_secret,omitempty"`
}

// StatusAnswer is an object of the API.
type StatusAnswer struct {
	OK         bool     `json:"ok"`
	InstanceID string   `json:"instance_id"`
	Channels   []string `json:"channels"`
	// Current credit
	Balance float64 `json:"balance"`
}

// SendRequest is an object of the API.
type SendRequest struct {
	Channel string `json:"channel,omitempty"`
	// Recipient: phone number with country code (wa, wd), group id or hidden id (wd), platform user id (others)
	To string `json:"to,omitempty"`
	// UTF-8 text; required unless there is a file or another content
	Message string `json:"message,omitempty"`
	// Public HTTPS URL of a file; message is its caption, and optional
	MediaURL string `json:"media_url,omitempty"`
	// Hint: image, video, audio, voice, sticker, document or a MIME type
	MediaType string `json:"media_type,omitempty"`
	// Name of a document, as the recipient sees it
	Filename string `json:"filename,omitempty"`
	// Template send (channel wa only)
	Template *TemplateRequest `json:"template,omitempty"`
	// Reply or link buttons under the message
	Buttons []Button `json:"buttons,omitempty"`
	// Rows to choose from, below message
	List     *List     `json:"list,omitempty"`
	Location *Location `json:"location,omitempty"`
	Contacts []Contact `json:"contacts,omitempty"`
	Poll     *Poll     `json:"poll,omitempty"`
	// A post of the sending account, alone
	Post *Post `json:"post,omitempty"`
	// message_id of the quoted message, from the same conversation
	ReplyTo string `json:"reply_to,omitempty"`
	// wd groups: numbers that the text mentions
	Mentions []string `json:"mentions,omitempty"`
	// Whether links get a preview; a choice on wa and tg only
	Preview *bool `json:"preview,omitempty"`
	// fb, ig: a person may answer within 7 days instead of 24 hours
	Tag string `json:"tag,omitempty"`
	// text: content that the channel cannot carry is sent as lines of text
	Fallback string `json:"fallback,omitempty"`
	// The time to send it: in the future, at most 90 days ahead; the response is 202. ISO 8601 with an offset or Z
	SendAt *time.Time `json:"send_at,omitempty"`
	// A file that this key uploaded, in place of media_url
	UploadID string `json:"upload_id,omitempty"`
	// The sending account: its id, number or label. Default: the account of the newest conversation with the recipient, else the first
	From string `json:"from,omitempty"`
}

// SendAnswer is an object of the API.
type SendAnswer struct {
	OK        bool   `json:"ok"`
	MessageID string `json:"message_id"`
	Channel   string `json:"channel"`
	To        string `json:"to"`
	// Template sends: the conversation that the reply will carry
	ConversationID int64  `json:"conversation_id,omitempty"`
	Template       string `json:"template,omitempty"`
	Language       string `json:"language,omitempty"`
	Delivery       string `json:"delivery,omitempty"`
	// wa: Meta holds the template to check its quality; message.status says whether it is sent or failed
	Held bool `json:"held,omitempty"`
	// Set when the content was sent as lines of text
	Fallback bool `json:"fallback,omitempty"`
	// Set when the message is sent later; the response is 202
	Status string `json:"status,omitempty"`
	// When a scheduled message is sent
	SendAt *time.Time `json:"send_at,omitempty"`
}

// UploadRequest is an object of the API.
type UploadRequest struct {
	// The bytes in base64, also as a data: URL; at most 16 MiB
	Data string `json:"data,omitempty"`
	// Name of the file, as the recipient sees it; it does not affect the type
	Name string `json:"name,omitempty"`
}

// UploadAnswer is an object of the API.
type UploadAnswer struct {
	OK       bool   `json:"ok"`
	UploadID string `json:"upload_id"`
	Name     string `json:"name"`
	// Detected from the content
	Type     string `json:"type"`
	MIMEType string `json:"mime_type"`
	// Bytes
	Size int64 `json:"size"`
	// The end of the time in which it can be sent
	ExpiresAt time.Time `json:"expires_at"`
}

// CancelSendRequest is an object of the API.
type CancelSendRequest struct {
	Channel   string `json:"channel,omitempty"`
	MessageID string `json:"message_id,omitempty"`
}

// CancelSendAnswer is an object of the API.
type CancelSendAnswer struct {
	OK        bool   `json:"ok"`
	Channel   string `json:"channel"`
	MessageID string `json:"message_id"`
	Status    string `json:"status"`
}

// ReactRequest is an object of the API.
type ReactRequest struct {
	Channel string `json:"channel,omitempty"`
	// A message of either direction
	MessageID string `json:"message_id,omitempty"`
	// One emoji, which replaces an earlier one; null removes the reaction
	Emoji *string `json:"emoji"`
}

// ReactAnswer is an object of the API.
type ReactAnswer struct {
	OK        bool    `json:"ok"`
	Channel   string  `json:"channel"`
	MessageID string  `json:"message_id"`
	Emoji     *string `json:"emoji"`
}

// EditMessageRequest is an object of the API.
type EditMessageRequest struct {
	Channel string `json:"channel,omitempty"`
	// A message that the account sent
	MessageID string `json:"message_id,omitempty"`
	// The new text
	Message string `json:"message,omitempty"`
}

// EditMessageAnswer is an object of the API.
type EditMessageAnswer struct {
	OK        bool      `json:"ok"`
	Channel   string    `json:"channel"`
	MessageID string    `json:"message_id"`
	Message   string    `json:"message"`
	EditedAt  time.Time `json:"edited_at"`
}

// DeleteMessageRequest is an object of the API.
type DeleteMessageRequest struct {
	Channel string `json:"channel,omitempty"`
	// A message that the account sent
	MessageID string `json:"message_id,omitempty"`
}

// DeleteMessageAnswer is an object of the API.
type DeleteMessageAnswer struct {
	OK        bool      `json:"ok"`
	Channel   string    `json:"channel"`
	MessageID string    `json:"message_id"`
	DeletedAt time.Time `json:"deleted_at"`
}

// MarkReadRequest is an object of the API.
type MarkReadRequest struct {
	Channel string `json:"channel,omitempty"`
	// A message that a person sent
	MessageID string `json:"message_id,omitempty"`
}

// MarkReadAnswer is an object of the API.
type MarkReadAnswer struct {
	OK        bool   `json:"ok"`
	Channel   string `json:"channel"`
	MessageID string `json:"message_id"`
}

// TypingRequest is an object of the API.
type TypingRequest struct {
	Channel string `json:"channel,omitempty"`
	// Recipient, as in a send; the account has a conversation with them
	To string `json:"to,omitempty"`
	// The account that shows it: its id, number or label. Default: the account of the newest conversation with the recipient
	From string `json:"from,omitempty"`
	// One of typing, recording, off
	State string `json:"state,omitempty"`
}

// TypingAnswer is an object of the API.
type TypingAnswer struct {
	OK      bool   `json:"ok"`
	Channel string `json:"channel"`
	To      string `json:"to"`
	State   string `json:"state"`
}

// CheckNumberRequest is an object of the API.
type CheckNumberRequest struct {
	Channel string `json:"channel,omitempty"`
	// One number, or a list of at most 50
	Numbers []string `json:"numbers,omitempty"`
	// The account that looks them up: its id, number or label. Default: the first of the channel
	From string `json:"from,omitempty"`
}

// CheckNumberAnswer is an object of the API.
type CheckNumberAnswer struct {
	OK      bool                      `json:"ok"`
	Channel string                    `json:"channel"`
	Numbers []CheckNumberAnswerNumber `json:"numbers"`
}

// CheckNumberAnswerNumber is an object of the API.
type CheckNumberAnswerNumber struct {
	Number string `json:"number"`
	Exists bool   `json:"exists"`
	// The recipient for a send; null if the number is not on the network
	To *string `json:"to"`
}

// RejectCallRequest is an object of the API.
type RejectCallRequest struct {
	Channel string `json:"channel,omitempty"`
	// call_id of call.received
	CallID string `json:"call_id,omitempty"`
	// The called account: its id, number or label. Default: the first of the channel
	From string `json:"from,omitempty"`
}

// RejectCallAnswer is an object of the API.
type RejectCallAnswer struct {
	OK      bool   `json:"ok"`
	Channel string `json:"channel"`
	CallID  string `json:"call_id"`
}

// TakeThreadRequest is an object of the API.
type TakeThreadRequest struct {
	Channel string `json:"channel,omitempty"`
	// The person, as in a send; the account has a conversation with them
	To string `json:"to,omitempty"`
	// The account: its id, number or label. Default: the account of the newest conversation with the person
	From string `json:"from,omitempty"`
	// A note for the other app
	Metadata string `json:"metadata,omitempty"`
}

// TakeThreadAnswer is an object of the API.
type TakeThreadAnswer struct {
	OK      bool   `json:"ok"`
	Channel string `json:"channel"`
	To      string `json:"to"`
	// The owner from now on
	ThreadOwner string `json:"thread_owner"`
}

// PassThreadRequest is an object of the API.
type PassThreadRequest struct {
	Channel string `json:"channel,omitempty"`
	// The person, as in a send; the account has a conversation with them
	To string `json:"to,omitempty"`
	// The account: its id, number or label. Default: the account of the newest conversation with the person
	From string `json:"from,omitempty"`
	// wa: a role (ai_agent, ctwa, customer_service, escalation, marketing, utility; default escalation); fb, ig: the id of an app (default: the inbox at Meta)
	Target string `json:"target,omitempty"`
	// A note for the other app
	Metadata string `json:"metadata,omitempty"`
}

// PassThreadAnswer is an object of the API.
type PassThreadAnswer struct {
	OK      bool   `json:"ok"`
	Channel string `json:"channel"`
	To      string `json:"to"`
	// The owner from now on
	ThreadOwner string `json:"thread_owner"`
}

// ReleaseThreadRequest is an object of the API.
type ReleaseThreadRequest struct {
	Channel string `json:"channel,omitempty"`
	// The person, as in a send; the account has a conversation with them
	To string `json:"to,omitempty"`
	// The account: its id, number or label. Default: the account of the newest conversation with the person
	From string `json:"from,omitempty"`
}

// ReleaseThreadAnswer is an object of the API.
type ReleaseThreadAnswer struct {
	OK      bool   `json:"ok"`
	Channel string `json:"channel"`
	To      string `json:"to"`
	// The owner from now on
	ThreadOwner string `json:"thread_owner"`
}

// TemplatesAnswer is an object of the API.
type TemplatesAnswer struct {
	OK        bool       `json:"ok"`
	Count     int64      `json:"count"`
	Templates []Template `json:"templates"`
}

// CreateTemplateRequest is an object of the API.
type CreateTemplateRequest struct {
	Channel string `json:"channel,omitempty"`
	// Which of the account’s numbers: id, number or label
	From     string          `json:"from,omitempty"`
	Name     string          `json:"name,omitempty"`
	Category string          `json:"category,omitempty"`
	Language string          `json:"language,omitempty"`
	Header   *TemplateHeader `json:"header,omitempty"`
	// Required, except for AUTHENTICATION
	Body    *TemplateBody    `json:"body,omitempty"`
	Footer  string           `json:"footer,omitempty"`
	Buttons []TemplateButton `json:"buttons,omitempty"`
	// AUTHENTICATION: “do not share this code”
	AddSecurityRecommendation *bool `json:"add_security_recommendation,omitempty"`
	// AUTHENTICATION
	CodeExpirationMinutes int64 `json:"code_expiration_minutes,omitempty"`
}

// CreateTemplateAnswer is an object of the API.
type CreateTemplateAnswer struct {
	OK       bool   `json:"ok"`
	Channel  string `json:"channel"`
	ID       string `json:"id"`
	Name     string `json:"name"`
	Language string `json:"language"`
	// As Meta names it: PENDING while it is reviewed
	Status string `json:"status"`
	// Meta may choose another one
	Category string `json:"category"`
}

// UpdateTemplateRequest is an object of the API.
type UpdateTemplateRequest struct {
	Channel string `json:"channel,omitempty"`
	// Which of the account’s numbers: id, number or label
	From string `json:"from,omitempty"`
	Name string `json:"name,omitempty"`
	// Meta never changes the category of an approved template
	Category string          `json:"category,omitempty"`
	Language string          `json:"language,omitempty"`
	Header   *TemplateHeader `json:"header,omitempty"`
	// Required, except for AUTHENTICATION
	Body    *TemplateBody    `json:"body,omitempty"`
	Footer  string           `json:"footer,omitempty"`
	Buttons []TemplateButton `json:"buttons,omitempty"`
	// AUTHENTICATION: “do not share this code”
	AddSecurityRecommendation *bool `json:"add_security_recommendation,omitempty"`
	// AUTHENTICATION
	CodeExpirationMinutes int64 `json:"code_expiration_minutes,omitempty"`
}

// UpdateTemplateAnswer is an object of the API.
type UpdateTemplateAnswer struct {
	OK       bool   `json:"ok"`
	Channel  string `json:"channel"`
	ID       string `json:"id"`
	Name     string `json:"name"`
	Language string `json:"language"`
	// false: the template already had this content, and Meta was not called
	Changed bool `json:"changed"`
}

// DeleteTemplateRequest is an object of the API.
type DeleteTemplateRequest struct {
	Channel string `json:"channel,omitempty"`
	// Which of the account’s numbers: id, number or label
	From string `json:"from,omitempty"`
	Name string `json:"name,omitempty"`
	// Default: every language of the name
	Language string `json:"language,omitempty"`
}

// DeleteTemplateAnswer is an object of the API.
type DeleteTemplateAnswer struct {
	OK       bool    `json:"ok"`
	Channel  string  `json:"channel"`
	Name     string  `json:"name"`
	Language *string `json:"language"`
	// Number of deleted templates; 0 when there was none
	Deleted int64 `json:"deleted"`
}

// ChannelsAnswer is an object of the API.
type ChannelsAnswer struct {
	OK       bool               `json:"ok"`
	Channels []ConnectedChannel `json:"channels"`
	// Number of connected accounts by channel code, for every channel of the key, including zeros
	Counts map[string]int64 `json:"counts"`
}

// CapabilitiesAnswer is an object of the API.
type CapabilitiesAnswer struct {
	OK       bool                  `json:"ok"`
	Accounts []AccountCapabilities `json:"accounts"`
}

// ConnectLinkAnswer is an object of the API.
type ConnectLinkAnswer struct {
	OK          bool   `json:"ok"`
	Channel     string `json:"channel"`
	ConnectURL  string `json:"connect_url"`
	RedirectURL string `json:"redirect_url"`
}

// ConnectTelegramRequest is an object of the API.
type ConnectTelegramRequest struct {
	BotToken string `json:"bot_token,omitempty"`
}

// ConnectTelegramAnswer is an object of the API.
type ConnectTelegramAnswer struct {
	OK          bool   `json:"ok"`
	Channel     string `json:"channel"`
	Status      string `json:"status"`
	BotUsername string `json:"bot_username"`
}

// CreateSessionRequest is an object of the API.
type CreateSessionRequest struct {
	Label string `json:"label,omitempty"`
	// Imports the messages of the last days from the phone into the inbox, without events; default 0: none
	HistoryDays int64 `json:"history_days,omitempty"`
	// Proxy for everything between the device and WhatsApp: `http://user:password@host:port`, with http, https or socks5
	Proxy string `json:"proxy,omitempty"`
}

// CreateSessionAnswer is an object of the API.
type CreateSessionAnswer struct {
	OK bool `json:"ok"`
	// Starts with wds_
	SessionToken string    `json:"session_token"`
	AccountID    int64     `json:"account_id"`
	ExpiresAt    time.Time `json:"expires_at"`
	// Page for the end customer: pairing code or QR, in the language of the browser if Parley has it. Valid for the first linking of this session
	PairURL string `json:"pair_url"`
}

// PairCodeRequest is an object of the API.
type PairCodeRequest struct {
	// Starts with wds_
	SessionToken string `json:"session_token,omitempty"`
	// Number with country code
	Phone string `json:"phone,omitempty"`
}

// PairCodeAnswer is an object of the API.
type PairCodeAnswer struct {
	OK bool `json:"ok"`
	// ABCD-EFGH
	PairingCode string    `json:"pairing_code"`
	ExpiresAt   time.Time `json:"expires_at"`
}

// SessionStatusAnswer is an object of the API.
type SessionStatusAnswer struct {
	OK        bool      `json:"ok"`
	AccountID int64     `json:"account_id"`
	Label     string    `json:"label"`
	Status    string    `json:"status"`
	Since     time.Time `json:"since"`
	Phone     *string   `json:"phone"`
	Reason    *string   `json:"reason"`
	// The part that failed: `proxy` when the proxy of the session opened no connection; else null
	Detail *string `json:"detail,omitempty"`
	// The proxy without its password: `http://user:…@host:port`; null: none
	Proxy *string `json:"proxy,omitempty"`
	// Null when the page can no longer link a phone
	PairURL *string `json:"pair_url"`
	// What the network allows the account, as it said last; null before a phone is linked
	Limits *SessionStatusAnswerLimits `json:"limits,omitempty"`
}

// SessionStatusAnswerLimits: What the network allows the account, as it said last; null before a phone is linked
type SessionStatusAnswerLimits struct {
	// How many chats the account may begin with people who have not written; null: the network has not said
	NewChats *SessionStatusAnswerLimitsNewChats `json:"new_chats"`
	// The account may not write to people who have not written
	Restricted *SessionStatusAnswerLimitsRestricted `json:"restricted"`
	// When the network was last asked; null: not yet
	CheckedAt *time.Time `json:"checked_at"`
}

// SessionStatusAnswerLimitsNewChats: How many chats the account may begin with people who have not written; null: the network has not said
type SessionStatusAnswerLimitsNewChats struct {
	Used *int64 `json:"used"`
	// Null where the network gives no number
	Total    *int64     `json:"total"`
	ResetsAt *time.Time `json:"resets_at"`
	// The network’s word: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED, or a later one
	Status string `json:"status"`
}

// SessionStatusAnswerLimitsRestricted: The account may not write to people who have not written
type SessionStatusAnswerLimitsRestricted struct {
	// Null where the network gives no end
	Until *time.Time `json:"until"`
	// The network’s word, such as WEB_COMPANION_ONLY
	Kind *string `json:"kind"`
}

// SessionQrAnswer is an object of the API.
type SessionQrAnswer struct {
	OK        bool   `json:"ok"`
	AccountID int64  `json:"account_id"`
	Status    string `json:"status"`
	// The text to encode
	QR string `json:"qr"`
	// data:image/png;base64,…
	Image     string    `json:"image"`
	ExpiresAt time.Time `json:"expires_at"`
}

// SetProxyRequest is an object of the API.
type SetProxyRequest struct {
	// Starts with wds_
	SessionToken string `json:"session_token,omitempty"`
	// Id as in ?action=channels
	ID string `json:"id,omitempty"`
	// As in create-session; null for none
	Proxy *string `json:"proxy"`
}

// SetProxyAnswer is an object of the API.
type SetProxyAnswer struct {
	OK        bool  `json:"ok"`
	AccountID int64 `json:"account_id"`
	// The proxy without its password: `http://user:…@host:port`; null: none
	Proxy *string `json:"proxy"`
}

// DeleteSessionRequest is an object of the API.
type DeleteSessionRequest struct {
	// Starts with wds_
	SessionToken string `json:"session_token,omitempty"`
	// Id as in ?action=channels
	ID string `json:"id,omitempty"`
}

// DeleteSessionAnswer is an object of the API.
type DeleteSessionAnswer struct {
	OK      bool   `json:"ok"`
	Channel string `json:"channel"`
	ID      string `json:"id"`
	Status  string `json:"status"`
}

// DisconnectChannelRequest is an object of the API.
type DisconnectChannelRequest struct {
	// One of fb, ig, tg, tt
	Channel string `json:"channel,omitempty"`
	// Channel account id as in ?action=channels
	ID string `json:"id,omitempty"`
}

// DisconnectChannelAnswer is an object of the API.
type DisconnectChannelAnswer struct {
	OK               bool                                      `json:"ok"`
	Channel          string                                    `json:"channel"`
	Status           string                                    `json:"status"`
	AlsoDisconnected []DisconnectChannelAnswerAlsoDisconnected `json:"also_disconnected"`
}

// DisconnectChannelAnswerAlsoDisconnected is an object of the API.
type DisconnectChannelAnswerAlsoDisconnected struct {
	Channel string `json:"channel"`
	ID      string `json:"id"`
}

// GroupsAnswer is an object of the API.
type GroupsAnswer struct {
	OK         bool           `json:"ok"`
	Groups     []GroupSummary `json:"groups"`
	NextCursor *string        `json:"next_cursor"`
}

// GroupAnswer is an object of the API.
type GroupAnswer struct {
	OK    bool  `json:"ok"`
	Group Group `json:"group"`
}

// CreateGroupRequest is an object of the API.
type CreateGroupRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// The name of the group
	Subject     string `json:"subject,omitempty"`
	Description string `json:"description,omitempty"`
	// People to add, besides the linked phone
	Participants []string `json:"participants,omitempty"`
}

// CreateGroupAnswer is an object of the API.
type CreateGroupAnswer struct {
	OK    bool  `json:"ok"`
	Group Group `json:"group"`
	// One for each participant
	Results []GroupPersonResult `json:"results"`
}

// UpdateGroupRequest is an object of the API.
type UpdateGroupRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID string `json:"group_id,omitempty"`
	// The name of the group
	Subject     string `json:"subject,omitempty"`
	Description string `json:"description,omitempty"`
	// Parts to remove
	Remove   []string             `json:"remove,omitempty"`
	Settings *GroupSettingsChange `json:"settings,omitempty"`
}

// UpdateGroupAnswer is an object of the API.
type UpdateGroupAnswer struct {
	OK    bool  `json:"ok"`
	Group Group `json:"group"`
}

// GroupMembersRequest is an object of the API.
type GroupMembersRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID string `json:"group_id,omitempty"`
	// promote makes a member an admin, demote ends that
	Change string `json:"change,omitempty"`
	// Numbers or hidden ids; add takes at most 5
	Members []string `json:"members,omitempty"`
}

// GroupMembersAnswer is an object of the API.
type GroupMembersAnswer struct {
	OK      bool                `json:"ok"`
	GroupID string              `json:"group_id"`
	Results []GroupPersonResult `json:"results"`
}

// GroupInviteAnswer is an object of the API.
type GroupInviteAnswer struct {
	OK      bool   `json:"ok"`
	GroupID string `json:"group_id"`
	// Whoever has it can join
	InviteLink string `json:"invite_link"`
}

// RevokeGroupInviteRequest is an object of the API.
type RevokeGroupInviteRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID string `json:"group_id,omitempty"`
}

// RevokeGroupInviteAnswer is an object of the API.
type RevokeGroupInviteAnswer struct {
	OK      bool   `json:"ok"`
	GroupID string `json:"group_id"`
	// Whoever has it can join
	InviteLink string `json:"invite_link"`
}

// JoinGroupRequest is an object of the API.
type JoinGroupRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From   string `json:"from,omitempty"`
	Invite string `json:"invite,omitempty"`
}

// JoinGroupAnswer is an object of the API.
type JoinGroupAnswer struct {
	OK bool `json:"ok"`
	// null while an admin has to approve
	GroupID *string `json:"group_id"`
	Pending bool    `json:"pending"`
}

// GroupRequestsAnswer is an object of the API.
type GroupRequestsAnswer struct {
	OK       bool           `json:"ok"`
	GroupID  string         `json:"group_id"`
	Requests []GroupRequest `json:"requests"`
}

// DecideGroupRequestsRequest is an object of the API.
type DecideGroupRequestsRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID  string   `json:"group_id,omitempty"`
	Decision string   `json:"decision,omitempty"`
	Members  []string `json:"members,omitempty"`
}

// DecideGroupRequestsAnswer is an object of the API.
type DecideGroupRequestsAnswer struct {
	OK      bool                `json:"ok"`
	GroupID string              `json:"group_id"`
	Results []GroupPersonResult `json:"results"`
}

// LeaveGroupRequest is an object of the API.
type LeaveGroupRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID string `json:"group_id,omitempty"`
}

// LeaveGroupAnswer is an object of the API.
type LeaveGroupAnswer struct {
	OK      bool   `json:"ok"`
	GroupID string `json:"group_id"`
}

// ProfileAnswer is an object of the API.
type ProfileAnswer struct {
	OK bool `json:"ok"`
	// The number of the linked phone
	Address string          `json:"address"`
	About   *string         `json:"about"`
	Picture *ProfilePicture `json:"picture"`
}

// UpdateProfileRequest is an object of the API.
type UpdateProfileRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// The line below the name, at most 139 characters
	About string `json:"about,omitempty"`
	// A square JPEG in base64, at most 640 pixels wide and 100 KiB
	Picture string `json:"picture,omitempty"`
	// Parts to remove
	Remove []string `json:"remove,omitempty"`
}

// UpdateProfileAnswer is an object of the API.
type UpdateProfileAnswer struct {
	OK bool `json:"ok"`
	// The number of the linked phone
	Address string `json:"address"`
}

// ProfilePictureAnswer is an object of the API.
type ProfilePictureAnswer struct {
	OK      bool            `json:"ok"`
	Address string          `json:"address"`
	Picture *ProfilePicture `json:"picture"`
}

// BlockListAnswer is an object of the API.
type BlockListAnswer struct {
	OK         bool            `json:"ok"`
	Blocked    []BlockedPerson `json:"blocked"`
	NextCursor *string         `json:"next_cursor"`
}

// BlockPersonRequest is an object of the API.
type BlockPersonRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// The number of a person, or the hidden id
	Address string `json:"address,omitempty"`
}

// BlockPersonAnswer is an object of the API.
type BlockPersonAnswer struct {
	OK      bool   `json:"ok"`
	Address string `json:"address"`
}

// UnblockPersonRequest is an object of the API.
type UnblockPersonRequest struct {
	// The linked phone: its id, number or label. Default: the first
	From string `json:"from,omitempty"`
	// The number of a person, or the hidden id
	Address string `json:"address,omitempty"`
}

// UnblockPersonAnswer is an object of the API.
type UnblockPersonAnswer struct {
	OK      bool   `json:"ok"`
	Address string `json:"address"`
}

// CommentReplyRequest is an object of the API.
type CommentReplyRequest struct {
	CommentID string `json:"comment_id,omitempty"`
	// Public reply
	Message string `json:"message,omitempty"`
	// Private reply that opens a direct-message conversation
	PrivateMessage string `json:"private_message,omitempty"`
}

// CommentReplyAnswer is an object of the API.
type CommentReplyAnswer struct {
	OK       bool   `json:"ok"`
	Platform string `json:"platform"`
	// Id of the new reply
	CommentID      string                            `json:"comment_id"`
	InReplyTo      string                            `json:"in_reply_to"`
	PostID         string                            `json:"post_id"`
	PrivateMessage *CommentReplyAnswerPrivateMessage `json:"private_message"`
}

// CommentReplyAnswerPrivateMessage is an object of the API.
type CommentReplyAnswerPrivateMessage struct {
	OK             bool   `json:"ok"`
	MessageID      string `json:"message_id,omitempty"`
	ConversationID int64  `json:"conversation_id,omitempty"`
	Error          string `json:"error,omitempty"`
	Message        string `json:"message,omitempty"`
}

// CommentsAnswer is an object of the API.
type CommentsAnswer struct {
	OK         bool      `json:"ok"`
	Count      int64     `json:"count"`
	Comments   []Comment `json:"comments"`
	NextCursor *string   `json:"next_cursor"`
}

// ConversationsAnswer is an object of the API.
type ConversationsAnswer struct {
	OK            bool               `json:"ok"`
	Count         int64              `json:"count"`
	Conversations []ReadConversation `json:"conversations"`
	NextCursor    *string            `json:"next_cursor"`
}

// MessagesAnswer is an object of the API.
type MessagesAnswer struct {
	OK             bool          `json:"ok"`
	ConversationID int64         `json:"conversation_id"`
	Channel        string        `json:"channel"`
	Count          int64         `json:"count"`
	Messages       []ReadMessage `json:"messages"`
	NextCursor     *string       `json:"next_cursor"`
}

// SearchAnswer is an object of the API.
type SearchAnswer struct {
	OK         bool           `json:"ok"`
	Count      int64          `json:"count"`
	Results    []SearchResult `json:"results"`
	NextCursor *string        `json:"next_cursor"`
}

// ContactAnswer is an object of the API.
type ContactAnswer struct {
	OK        bool    `json:"ok"`
	ContactID int64   `json:"contact_id"`
	Channel   string  `json:"channel"`
	Name      *string `json:"name"`
	Username  *string `json:"username"`
	Phone     *string `json:"phone"`
	// On this channel; each can be the `to` of a send
	Addresses []string `json:"addresses"`
	// Whether the person accepts marketing messages
	Consent ContactAnswerConsent `json:"consent"`
	// Newest activity first, 100 at most, each with its labels
	Conversations []ReadConversation `json:"conversations"`
}

// ContactAnswerConsent: Whether the person accepts marketing messages
type ContactAnswerConsent struct {
	OptedOut bool `json:"opted_out"`
	// The author of the last decision; null: no decision yet
	By *string    `json:"by"`
	At *time.Time `json:"at"`
}

// EventsAnswer is an object of the API.
type EventsAnswer struct {
	OK    bool  `json:"ok"`
	Count int64 `json:"count"`
	// Each event as it is delivered to the webhook
	Events []Event `json:"events"`
	// The next `after`: the id of the last examined event, of this key or not; `after` if there was none
	NextAfter *string `json:"next_after"`
	HasMore   bool    `json:"has_more"`
}

// SetWebhookRequest is an object of the API.
type SetWebhookRequest struct {
	// https address that gets the events; null for none
	URL *string `json:"url"`
	// Default: unchanged
	Events []string `json:"events,omitempty"`
	// Whether to replace or remove a different address
	Replace *bool `json:"replace,omitempty"`
}

// MessageQuery is an object of the API.
type MessageQuery struct {
	MessageID string `json:"message_id,omitempty"`
}

// TemplatesQuery is an object of the API.
type TemplatesQuery struct {
	From string `json:"from,omitempty"`
}

// ConnectLinkQuery is an object of the API.
type ConnectLinkQuery struct {
	// One of wa, fb, ig, tt
	Channel string `json:"channel,omitempty"`
	// Absolute HTTPS URL on a public hostname, at most 2048 characters; or a path of the console, such as /console/channels
	RedirectURL string `json:"redirect_url,omitempty"`
	Via         string `json:"via,omitempty"`
}

// SessionStatusQuery is an object of the API.
type SessionStatusQuery struct {
	SessionToken string `json:"session_token,omitempty"`
	ID           string `json:"id,omitempty"`
}

// SessionQrQuery is an object of the API.
type SessionQrQuery struct {
	// Starts with wds_
	SessionToken string `json:"session_token,omitempty"`
}

// GroupsQuery is an object of the API.
type GroupsQuery struct {
	From   string `json:"from,omitempty"`
	Limit  int64  `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

// GroupQuery is an object of the API.
type GroupQuery struct {
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID string `json:"group_id,omitempty"`
}

// GroupInviteQuery is an object of the API.
type GroupInviteQuery struct {
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID string `json:"group_id,omitempty"`
}

// GroupRequestsQuery is an object of the API.
type GroupRequestsQuery struct {
	From string `json:"from,omitempty"`
	// group_id of a group, as in group.updated; also the `to` of a send to it
	GroupID string `json:"group_id,omitempty"`
}

// ProfileQuery is an object of the API.
type ProfileQuery struct {
	From string `json:"from,omitempty"`
}

// ProfilePictureQuery is an object of the API.
type ProfilePictureQuery struct {
	From string `json:"from,omitempty"`
	// The number of a person, or the hidden id
	Address string `json:"address,omitempty"`
	Size    string `json:"size,omitempty"`
}

// BlockListQuery is an object of the API.
type BlockListQuery struct {
	From    string `json:"from,omitempty"`
	Limit   int64  `json:"limit,omitempty"`
	Cursor  string `json:"cursor,omitempty"`
	Address string `json:"address,omitempty"`
}

// CommentsQuery is an object of the API.
type CommentsQuery struct {
	// One of fb, ig, tt
	Platform string `json:"platform,omitempty"`
	Limit    int64  `json:"limit,omitempty"`
	PostID   string `json:"post_id,omitempty"`
	Cursor   string `json:"cursor,omitempty"`
}

// ConversationsQuery is an object of the API.
type ConversationsQuery struct {
	Channel string `json:"channel,omitempty"`
	Account string `json:"account,omitempty"`
	Status  string `json:"status,omitempty"`
	Unread  *bool  `json:"unread,omitempty"`
	Waiting *bool  `json:"waiting,omitempty"`
	Peer    string `json:"peer,omitempty"`
	Q       string `json:"q,omitempty"`
	Limit   int64  `json:"limit,omitempty"`
	Cursor  string `json:"cursor,omitempty"`
}

// MessagesQuery is an object of the API.
type MessagesQuery struct {
	ConversationID int64  `json:"conversation_id"`
	Limit          int64  `json:"limit,omitempty"`
	Cursor         string `json:"cursor,omitempty"`
}

// SearchQuery is an object of the API.
type SearchQuery struct {
	// Word prefixes, all of which a result has; part of a number; or the id of a conversation or message
	Q       string `json:"q,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Channel string `json:"channel,omitempty"`
	Limit   int64  `json:"limit,omitempty"`
	Cursor  string `json:"cursor,omitempty"`
}

// ContactQuery is an object of the API.
type ContactQuery struct {
	ConversationID int64  `json:"conversation_id,omitempty"`
	Channel        string `json:"channel,omitempty"`
	Address        string `json:"address,omitempty"`
}

// EventsQuery is an object of the API.
type EventsQuery struct {
	After          string     `json:"after,omitempty"`
	Since          *time.Time `json:"since,omitempty"`
	Order          string     `json:"order,omitempty"`
	Type           string     `json:"type,omitempty"`
	Channel        string     `json:"channel,omitempty"`
	ConversationID int64      `json:"conversation_id,omitempty"`
	Limit          int64      `json:"limit,omitempty"`
}
