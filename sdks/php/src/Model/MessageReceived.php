<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

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
    /** The file may be seen once, and is not kept */
    public readonly ?bool $view_once;
    /** @var list<string>|null Addresses of the mentioned people */
    public readonly ?array $mentions;
    public readonly ?Order $order;
    public readonly ?Product $product;
    /** fb, ig, wa: another app has the thread, and answers */
    public readonly ?bool $standby;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id;
        $this->message_id = $raw->message_id;
        $this->from = $raw->from;
        $this->account = new Account($raw->account);
        $this->text = $raw->text;
        $this->attachments = array_map(static fn (mixed $item) => new Attachment($item), $raw->attachments);
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
        $this->received_at = new \DateTimeImmutable($raw->received_at);
        $this->reply_until = isset($raw->reply_until) ? new \DateTimeImmutable($raw->reply_until) : null;
        $this->provider_message_id = $raw->provider_message_id;
        $this->sender = new MessageReceivedSender($raw->sender);
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
