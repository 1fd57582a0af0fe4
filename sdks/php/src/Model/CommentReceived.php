<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentReceived extends \Parley\Model
{
    public readonly string $platform;
    public readonly string $comment_id;
    public readonly string $post_id;
    public readonly ?string $parent_id;
    public readonly string $text;
    /** @var list<CommentMedia>|null Pictures and videos; absent where there is none */
    public readonly ?array $media;
    public readonly CommentReceivedFrom $from;
    public readonly int $conversation_id;
    public readonly Account $account;
    public readonly \DateTimeImmutable $created_at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->platform = $raw->platform;
        $this->comment_id = $raw->comment_id;
        $this->post_id = $raw->post_id;
        $this->parent_id = $raw->parent_id ?? null;
        $this->text = $raw->text;
        $this->media = isset($raw->media) ? array_map(static fn (mixed $item) => new CommentMedia($item), $raw->media) : null;
        $this->from = new CommentReceivedFrom($raw->from);
        $this->conversation_id = $raw->conversation_id;
        $this->account = new Account($raw->account);
        $this->created_at = new \DateTimeImmutable($raw->created_at);
    }
}
