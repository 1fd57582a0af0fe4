<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentReplyAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $platform;
    /** Id of the new reply */
    public readonly string $comment_id;
    public readonly string $in_reply_to;
    public readonly string $post_id;
    public readonly ?CommentReplyAnswerPrivateMessage $private_message;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->platform = $raw->platform;
        $this->comment_id = $raw->comment_id;
        $this->in_reply_to = $raw->in_reply_to;
        $this->post_id = $raw->post_id;
        $this->private_message = isset($raw->private_message) ? new CommentReplyAnswerPrivateMessage($raw->private_message) : null;
    }
}
