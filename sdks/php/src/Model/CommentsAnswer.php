<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentsAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $count;
    /** @var list<Comment> */
    public readonly array $comments;
    public readonly ?string $next_cursor;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->count = $raw->count;
        $this->comments = array_map(static fn (mixed $item) => new Comment($item), $raw->comments);
        $this->next_cursor = $raw->next_cursor ?? null;
    }
}
