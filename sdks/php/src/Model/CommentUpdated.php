<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $commentId
 * @property-read string $postId
 * @property-read string|null $parentId
 * @property-read int $conversationId
 * @property-read \DateTimeImmutable $updatedAt
 */
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
    /** Whether it is hidden from other people; null if the platform does not report it */
    public readonly ?bool $hidden;
    public readonly \DateTimeImmutable $updated_at;

    protected function read(\stdClass $raw): void
    {
        $this->platform = $raw->platform ?? throw self::missing('platform');
        $this->comment_id = $raw->comment_id ?? throw self::missing('comment_id');
        $this->post_id = $raw->post_id ?? throw self::missing('post_id');
        $this->parent_id = $raw->parent_id ?? null;
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->text = $raw->text ?? throw self::missing('text');
        $this->media = isset($raw->media) ? array_map(static fn (mixed $item) => new CommentMedia($item), $raw->media) : null;
        $this->from = new CommentUpdatedFrom($raw->from ?? throw self::missing('from'));
        $this->hidden = $raw->hidden ?? null;
        $this->updated_at = new \DateTimeImmutable($raw->updated_at ?? throw self::missing('updated_at'));
    }
}
