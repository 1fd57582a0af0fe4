<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $commentId
 * @property-read string $inReplyTo
 * @property-read string $postId
 * @property-read CommentReplyAnswerPrivateMessage|null $privateMessage
 */
final class CommentReplyAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $platform;
    /** Id of the new reply */
    public readonly string $comment_id;
    public readonly string $in_reply_to;
    public readonly string $post_id;
    public readonly ?CommentReplyAnswerPrivateMessage $private_message;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->platform = $raw->platform ?? throw self::missing('platform');
        $this->comment_id = $raw->comment_id ?? throw self::missing('comment_id');
        $this->in_reply_to = $raw->in_reply_to ?? throw self::missing('in_reply_to');
        $this->post_id = $raw->post_id ?? throw self::missing('post_id');
        $this->private_message = isset($raw->private_message) ? new CommentReplyAnswerPrivateMessage($raw->private_message) : null;
    }
}
