<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentDeleted extends \Parley\Model
{
    public readonly string $platform;
    public readonly string $comment_id;
    public readonly string $post_id;
    public readonly ?string $parent_id;
    public readonly int $conversation_id;
    public readonly Account $account;
    public readonly \DateTimeImmutable $deleted_at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->platform = $raw->platform;
        $this->comment_id = $raw->comment_id;
        $this->post_id = $raw->post_id;
        $this->parent_id = $raw->parent_id ?? null;
        $this->conversation_id = $raw->conversation_id;
        $this->account = new Account($raw->account);
        $this->deleted_at = new \DateTimeImmutable($raw->deleted_at);
    }
}
