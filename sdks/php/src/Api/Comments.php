<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->comments`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Comments
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Reply to a comment.
     *
     * @param string $commentId
     * @param string $message Public reply
     * @param string|null $privateMessage Private reply that opens a direct-message conversation
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function reply(string|false $commentId = false, string|false $message = false, ?string $privateMessage = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\CommentReplyAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['comment_id' => $commentId, 'message' => $message], ['private_message' => $privateMessage], $named);
        return new \Parley\Model\CommentReplyAnswer($this->transport->call('POST', 'comment-reply', $required, $optional, $options));
    }

    /**
     * List comments.
     *
     * @param string $platform One of fb, ig, tt
     * @param int|null $limit
     * @param string|null $postId
     * @param string|null $cursor
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     * @return \Parley\PagedList<\Parley\Model\CommentsAnswer, \Parley\Model\Comment>
     */
    public function list(string $platform, ?int $limit = null, ?string $postId = null, ?string $cursor = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\PagedList
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['platform' => $platform], ['limit' => $limit, 'post_id' => $postId, 'cursor' => $cursor], $named);
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\CommentsAnswer => new \Parley\Model\CommentsAnswer($this->transport->call('GET', 'comments', $required, ['cursor' => $cursor] + $optional, $options)),
            static fn (\Parley\Model\CommentsAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\CommentsAnswer $page): array => $page->comments,
            $cursor,
        );
    }
}
