<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $conversationId
 * @property-read int $messageId
 * @property-read WhatsappGroup|null $whatsappGroup
 * @property-read \DateTimeImmutable $receivedAt
 * @property-read \DateTimeImmutable|null $replyUntil
 * @property-read string $providerMessageId
 * @property-read string|null $replyTo
 * @property-read PollAnswer|null $pollAnswer
 * @property-read bool|null $viewOnce
 */
final class MessageReceived extends \Parley\Model
{
    public readonly string $channel;
    public readonly int $conversation_id;
    public readonly int $message_id;
    public readonly string $from;
    public readonly Account $account;
    public readonly string $text;
    /** @var list<Attachment> */
    public readonly array $attachments;
    public readonly ?WhatsappGroup $whatsapp_group;
    public readonly \DateTimeImmutable $received_at;
    public readonly ?\DateTimeImmutable $reply_until;
    public readonly string $provider_message_id;
    public readonly MessageReceivedSender $sender;
    /** tg groups and channels: group, supergroup or channel, and its title */
    public readonly ?MessageReceivedChat $chat;
    public readonly ?string $reply_to;
    /** tg: the part of that message that was quoted */
    public readonly ?string $quote;
    public readonly ?Interactive $interactive;
    /** The ad, post or link that the person came from */
    public readonly ?Referral $referral;
    public readonly ?PollAnswer $poll_answer;
    public readonly ?bool $forwarded;
    /** The file may be seen once, and is not stored */
    public readonly ?bool $view_once;
    /** @var list<string>|null Addresses of the mentioned people */
    public readonly ?array $mentions;
    public readonly ?Order $order;
    public readonly ?Product $product;
    /** fb, ig, wa: another app has the thread and answers in it */
    public readonly ?bool $standby;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->from = $raw->from ?? throw self::missing('from');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->text = $raw->text ?? throw self::missing('text');
        $this->attachments = array_map(static fn (mixed $item) => new Attachment($item), $raw->attachments ?? throw self::missing('attachments'));
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
        $this->received_at = new \DateTimeImmutable($raw->received_at ?? throw self::missing('received_at'));
        $this->reply_until = isset($raw->reply_until) ? new \DateTimeImmutable($raw->reply_until) : null;
        $this->provider_message_id = $raw->provider_message_id ?? throw self::missing('provider_message_id');
        $this->sender = new MessageReceivedSender($raw->sender ?? throw self::missing('sender'));
        $this->chat = isset($raw->chat) ? new MessageReceivedChat($raw->chat) : null;
        $this->reply_to = $raw->reply_to ?? null;
        $this->quote = $raw->quote ?? null;
        $this->interactive = isset($raw->interactive) ? new Interactive($raw->interactive) : null;
        $this->referral = isset($raw->referral) ? new Referral($raw->referral) : null;
        $this->poll_answer = isset($raw->poll_answer) ? new PollAnswer($raw->poll_answer) : null;
        $this->forwarded = $raw->forwarded ?? null;
        $this->view_once = $raw->view_once ?? null;
        $this->mentions = $raw->mentions ?? null;
        $this->order = isset($raw->order) ? new Order($raw->order) : null;
        $this->product = isset($raw->product) ? new Product($raw->product) : null;
        $this->standby = $raw->standby ?? null;
    }
}
