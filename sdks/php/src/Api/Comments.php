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
     * @param string $comment_id
     * @param string $message Public reply
     * @param string|null $private_message Private reply that opens a direct-message conversation
     */
    public function reply(string $comment_id, string $message, ?string $private_message = null, ?\Parley\CallOptions $options = null): \Parley\Model\CommentReplyAnswer
    {
        return new \Parley\Model\CommentReplyAnswer($this->transport->call('POST', 'comment-reply', ['comment_id' => $comment_id, 'message' => $message], ['private_message' => $private_message], $options));
    }

    /**
     * List comments.
     *
     * @param string $platform One of fb, ig, tt
     * @param int|null $limit
     * @param string|null $post_id
     * @param string|null $cursor
     * @return \Parley\PagedList<\Parley\Model\CommentsAnswer, \Parley\Model\Comment>
     */
    public function list(string $platform, ?int $limit = null, ?string $post_id = null, ?string $cursor = null, ?\Parley\CallOptions $options = null): \Parley\PagedList
    {
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\CommentsAnswer => new \Parley\Model\CommentsAnswer($this->transport->call('GET', 'comments', ['platform' => $platform], ['limit' => $limit, 'post_id' => $post_id, 'cursor' => $cursor], $options)),
            static fn (\Parley\Model\CommentsAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\CommentsAnswer $page): array => $page->comments,
            $cursor,
        );
    }
}
