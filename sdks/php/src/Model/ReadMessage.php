<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $messageId
 * @property-read string|null $replyTo
 * @property-read \DateTimeImmutable|null $sendAt
 * @property-read \DateTimeImmutable|null $editedAt
 * @property-read \DateTimeImmutable|null $deletedAt
 */
final class ReadMessage extends \Parley\Model
{
    public readonly string $message_id;
    public readonly string $direction;
    public readonly string $origin;
    /** Of a received message: the peer, or in a group its author; else `account.id` */
    public readonly string $from;
    public readonly string $to;
    public readonly string $status;
    /** Empty once it was deleted */
    public readonly string $text;
    /** @var list<Attachment> */
    public readonly array $attachments;
    /** Of a sent message: buttons, list, location, contacts or poll */
    public readonly ?ReadMessageContent $content;
    /** Of a received message: what the person chose */
    public readonly ?Interactive $interactive;
    public readonly ?ReadMessageTemplate $template;
    public readonly ?string $reply_to;
    /** @var list<ReadMessageReaction> The current ones, oldest first */
    public readonly array $reactions;
    /** The reason why it failed */
    public readonly ?MessageError $error;
    /** wa: Meta holds the template to check its quality; message.status says whether it is sent or failed */
    public readonly ?bool $held;
    /** While it is scheduled: the time when it is sent */
    public readonly ?\DateTimeImmutable $send_at;
    public readonly \DateTimeImmutable $at;
    public readonly ?\DateTimeImmutable $edited_at;
    public readonly ?\DateTimeImmutable $deleted_at;
    /** fb, ig, wa: another app had the thread */
    public readonly ?bool $standby;

    protected function read(\stdClass $raw): void
    {
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->direction = $raw->direction ?? throw self::missing('direction');
        $this->origin = $raw->origin ?? throw self::missing('origin');
        $this->from = $raw->from ?? throw self::missing('from');
        $this->to = $raw->to ?? throw self::missing('to');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->text = $raw->text ?? throw self::missing('text');
        $this->attachments = array_map(static fn (mixed $item) => new Attachment($item), $raw->attachments ?? throw self::missing('attachments'));
        $this->content = isset($raw->content) ? new ReadMessageContent($raw->content) : null;
        $this->interactive = isset($raw->interactive) ? new Interactive($raw->interactive) : null;
        $this->template = isset($raw->template) ? new ReadMessageTemplate($raw->template) : null;
        $this->reply_to = $raw->reply_to ?? null;
        $this->reactions = array_map(static fn (mixed $item) => new ReadMessageReaction($item), $raw->reactions ?? throw self::missing('reactions'));
        $this->error = isset($raw->error) ? new MessageError($raw->error) : null;
        $this->held = $raw->held ?? null;
        $this->send_at = isset($raw->send_at) ? new \DateTimeImmutable($raw->send_at) : null;
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
        $this->edited_at = isset($raw->edited_at) ? new \DateTimeImmutable($raw->edited_at) : null;
        $this->deleted_at = isset($raw->deleted_at) ? new \DateTimeImmutable($raw->deleted_at) : null;
        $this->standby = $raw->standby ?? null;
    }
}
