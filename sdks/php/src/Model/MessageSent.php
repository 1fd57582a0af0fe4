<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $conversationId
 * @property-read string $messageId
 * @property-read string|null $providerMessageId
 * @property-read \DateTimeImmutable $sentAt
 * @property-read WhatsappGroup|null $whatsappGroup
 * @property-read string|null $replyTo
 */
final class MessageSent extends \Parley\Model
{
    public readonly string $channel;
    public readonly int $conversation_id;
    public readonly string $message_id;
    public readonly string $to;
    public readonly Account $account;
    public readonly string $text;
    /** @var list<Attachment> */
    public readonly array $attachments;
    public readonly string $origin;
    public readonly ?MessageSentTemplate $template;
    public readonly ?string $provider_message_id;
    public readonly \DateTimeImmutable $sent_at;
    /** wa: Meta holds the template to check its quality; message.status says whether it is sent or failed */
    public readonly ?bool $held;
    public readonly ?WhatsappGroup $whatsapp_group;
    /** fb, ig, wa: another app has the thread and answers in it */
    public readonly ?bool $standby;
    /** The quoted message */
    public readonly ?string $reply_to;
    /** @var list<string>|null */
    public readonly ?array $mentions;
    /** @var list<Button>|null Reply or link buttons under the message */
    public readonly ?array $buttons;
    /** Rows to choose from, below message */
    public readonly ?ListContent $list;
    public readonly ?Location $location;
    /** @var list<Contact>|null */
    public readonly ?array $contacts;
    public readonly ?Poll $poll;
    /** A post of the sending account, alone */
    public readonly ?Post $post;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->to = $raw->to ?? throw self::missing('to');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->text = $raw->text ?? throw self::missing('text');
        $this->attachments = array_map(static fn (mixed $item) => new Attachment($item), $raw->attachments ?? throw self::missing('attachments'));
        $this->origin = $raw->origin ?? throw self::missing('origin');
        $this->template = isset($raw->template) ? new MessageSentTemplate($raw->template) : null;
        $this->provider_message_id = $raw->provider_message_id ?? null;
        $this->sent_at = new \DateTimeImmutable($raw->sent_at ?? throw self::missing('sent_at'));
        $this->held = $raw->held ?? null;
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
        $this->standby = $raw->standby ?? null;
        $this->reply_to = $raw->reply_to ?? null;
        $this->mentions = $raw->mentions ?? null;
        $this->buttons = isset($raw->buttons) ? array_map(static fn (mixed $item) => new Button($item), $raw->buttons) : null;
        $this->list = isset($raw->list) ? new ListContent($raw->list) : null;
        $this->location = isset($raw->location) ? new Location($raw->location) : null;
        $this->contacts = isset($raw->contacts) ? array_map(static fn (mixed $item) => new Contact($item), $raw->contacts) : null;
        $this->poll = isset($raw->poll) ? new Poll($raw->poll) : null;
        $this->post = isset($raw->post) ? new Post($raw->post) : null;
    }
}
