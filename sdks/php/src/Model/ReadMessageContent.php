<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * Of a sent message: buttons, list, location, contacts or poll
 */
final class ReadMessageContent extends \Parley\Model
{
    /** @var list<Button>|null Reply or link buttons under the message */
    public readonly ?array $buttons;
    /** Rows to choose from, below message */
    public readonly ?ListContent $list;
    public readonly ?Location $location;
    /** @var list<Contact>|null */
    public readonly ?array $contacts;
    public readonly ?PollOutput $poll;
    /** A post of the sending account, alone */
    public readonly ?Post $post;

    protected function read(\stdClass $raw): void
    {
        $this->buttons = isset($raw->buttons) ? array_map(static fn (mixed $item) => new Button($item), $raw->buttons) : null;
        $this->list = isset($raw->list) ? new ListContent($raw->list) : null;
        $this->location = isset($raw->location) ? new Location($raw->location) : null;
        $this->contacts = isset($raw->contacts) ? array_map(static fn (mixed $item) => new Contact($item), $raw->contacts) : null;
        $this->poll = isset($raw->poll) ? new PollOutput($raw->poll) : null;
        $this->post = isset($raw->post) ? new Post($raw->post) : null;
    }
}
