<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $messageId
 * @property-read int|null $conversationId
 * @property-read \DateTimeImmutable|null $sendAt
 */
final class SendAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $message_id;
    public readonly string $channel;
    public readonly string $to;
    /** Template sends: the conversation that the reply will carry */
    public readonly ?int $conversation_id;
    public readonly ?string $template;
    public readonly ?string $language;
    public readonly ?string $delivery;
    /** wa: Meta holds the template to check its quality; message.status says whether it is sent or failed */
    public readonly ?bool $held;
    /** Set when the content was sent as lines of text */
    public readonly ?bool $fallback;
    /** Set when the message is sent later; the response is 202 */
    public readonly ?string $status;
    /** When a scheduled message is sent */
    public readonly ?\DateTimeImmutable $send_at;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->to = $raw->to ?? throw self::missing('to');
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->template = $raw->template ?? null;
        $this->language = $raw->language ?? null;
        $this->delivery = $raw->delivery ?? null;
        $this->held = $raw->held ?? null;
        $this->fallback = $raw->fallback ?? null;
        $this->status = $raw->status ?? null;
        $this->send_at = isset($raw->send_at) ? new \DateTimeImmutable($raw->send_at) : null;
    }
}
