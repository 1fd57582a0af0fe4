import { Channel, CommentPlatform } from '@parley/common/channels';
import { KeyWebhook } from '@parley/common/contracts/account/webhook';
import { AccountCapabilities } from '@parley/common/contracts/channels/capabilities';
import { ChannelEntry } from '@parley/common/contracts/channels/channels';
import { TemplateBody, TemplateButton, TemplateHeader } from '@parley/common/contracts/channels/template-fields';
import { templates } from '@parley/common/contracts/channels/templates';
import { comments } from '@parley/common/contracts/comments/comments';
import { message } from '@parley/common/contracts/messages/message';
import { TemplateRequest } from '@parley/common/contracts/messages/send';
import { AiKeyView } from '@parley/common/contracts/operator/ai-keys';
import { KnowledgeView } from '@parley/common/contracts/operator/bot-knowledge';
import { BotTurnView } from '@parley/common/contracts/operator/bot-turns';
import { BotCaps, BotTool, BotTrigger, BotView } from '@parley/common/contracts/operator/bots';
import { BotMode, ConversationMessage, ConversationView } from '@parley/common/contracts/operator/conversations';
import { AttemptView, DeliveryStatus, DeliveryView } from '@parley/common/contracts/operator/deliveries';
import { ContactView, ErasureReceipt } from '@parley/common/contracts/operator/erasures';
import { KeyView, ListedKey } from '@parley/common/contracts/operator/keys';
import { LinkedDeviceView } from '@parley/common/contracts/operator/linked-devices';
import { PlatformWebhookView } from '@parley/common/contracts/operator/platform-webhook';
import { QuarantinedView } from '@parley/common/contracts/operator/quarantine';
import { NotificationView, RecipientView, SettingsView } from '@parley/common/contracts/operator/recipients';
import { MessageHit } from '@parley/common/contracts/operator/search-messages';
import { PersonHit } from '@parley/common/contracts/operator/search-people';
import { StuckLane } from '@parley/common/contracts/operator/stuck-lanes';
import { ProviderAppView } from '@parley/common/contracts/operator/system';
import { OperatorChannelEntry } from '@parley/common/contracts/operator/tenant-channels';
import { TenantView } from '@parley/common/contracts/operator/tenants';
import { UploadView } from '@parley/common/contracts/operator/uploads';
import { WebhookView } from '@parley/common/contracts/operator/webhooks';
import { ReadConversation } from '@parley/common/contracts/reading/conversations';
import { ReadMessage } from '@parley/common/contracts/reading/messages';
import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import { EVENT_DATA } from '@parley/common/event-data';
import {
  AccountRef,
  Attachment,
  CommentMedia,
  Envelope,
  EventType,
  Interactive,
  MessageStatusError,
  WhatsappGroup,
} from '@parley/common/events';
import {
  Button,
  ContactCard,
  ListContent,
  LocationContent,
  PollContent,
  PostContent,
} from '@parley/common/message-content';
import {
  BotMessageData,
  ConversationStatusUpdatedData,
  NewConversationCreatedData,
  NewConversationData,
  NewMessagesData,
  NotificationSentData,
  PlatformConversation,
  PlatformEventType,
} from '@parley/common/platform-events';
import { Order, PollAnswer, Pricing, Product, Referral } from '@parley/common/received-content';
import { z } from 'zod';

/** `message.opt_out` and `create-key` as names of types: `MessageOptOut`, `CreateKey`. */
export const typeName = (name: string): string =>
  name.replaceAll(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const NAMED_EVENT_DATA = Object.fromEntries(Object.entries(EVENT_DATA).map(([type, data]) => [typeName(type), data]));

/** The shapes that the documents name in `components.schemas`, by their names there. */
const SCHEMA_NAMES: Readonly<Record<string, z.ZodType>> = {
  ...NAMED_EVENT_DATA,
  Account: AccountRef,
  AccountCapabilities,
  AiKey: AiKeyView,
  Attachment,
  Attempt: AttemptView,
  Bot: BotView,
  BotCaps,
  BotMessage: BotMessageData,
  BotMode,
  BotTool,
  BotTrigger,
  BotTurn: BotTurnView,
  Button,
  Channel,
  Comment: comments.output.shape.comments.element,
  CommentMedia,
  CommentPlatform,
  ConnectedChannel: ChannelEntry,
  Contact: ContactCard,
  Conversation: ConversationView,
  ConversationMessage,
  ConversationStatusUpdated: ConversationStatusUpdatedData,
  Delivery: DeliveryView,
  DeliveryStatus,
  Erasure: ErasureReceipt,
  Event: Envelope,
  EventType,
  Interactive,
  Key: KeyView,
  KeyWebhook,
  KnowledgeSource: KnowledgeView,
  LinkedDevice: LinkedDeviceView,
  List: ListContent,
  ListedKey,
  Location: LocationContent,
  Message: message.output,
  MessageError: MessageStatusError,
  MessageHit,
  NewConversation: NewConversationData,
  NewConversationCreated: NewConversationCreatedData,
  NewMessages: NewMessagesData,
  Notification: NotificationView,
  NotificationSent: NotificationSentData,
  NotificationSettings: SettingsView,
  Order,
  Person: ContactView,
  PersonHit,
  PlatformConversation,
  PlatformEventType,
  PlatformWebhook: PlatformWebhookView,
  Poll: PollContent,
  Post: PostContent,
  PollAnswer,
  Pricing,
  Product,
  ProviderApp: ProviderAppView,
  QuarantinedElement: QuarantinedView,
  ReadConversation,
  ReadMessage,
  Recipient: RecipientView,
  Referral,
  SessionStatus,
  StuckLane,
  Template: templates.output.shape.templates.element,
  TemplateBody,
  TemplateButton,
  TemplateHeader,
  TemplateRequest,
  Tenant: TenantView,
  TenantChannel: OperatorChannelEntry,
  Upload: UploadView,
  Webhook: WebhookView,
  WhatsappGroup,
};

/** Registers the names with zod, from which the generator of the documents takes them. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(SCHEMA_NAMES)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}
