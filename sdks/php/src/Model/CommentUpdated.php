<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentUpdated extends \Parley\Model
{
    public readonly string $platform;
    public readonly string $comment_id;
    public readonly string $post_id;
    public readonly ?string $parent_id;
    public readonly int $conversation_id;
    public readonly Account $account;
    public readonly string $text;
    /** @var list<CommentMedia>|null */
    public readonly ?array $media;
    public readonly CommentUpdatedFrom $from;
    /** Whether other people do not see it; null where the platform does not say */
    public readonly ?bool $hidden;
    public readonly \DateTimeImmutable $updated_at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->platform = $raw->platform;
        $this->comment_id = $raw->comment_id;
        $this->post_id = $raw->post_id;
        $this->parent_id = $raw->parent_id ?? null;
        $this->conversation_id = $raw->conversation_id;
        $this->account = new Account($raw->account);
        $this->text = $raw->text;
        $this->media = isset($raw->media) ? array_map(static fn (mixed $item) => new CommentMedia($item), $raw->media) : null;
        $this->from = new CommentUpdatedFrom($raw->from);
        $this->hidden = $raw->hidden ?? null;
        $this->updated_at = new \DateTimeImmutable($raw->updated_at);
    }
}
