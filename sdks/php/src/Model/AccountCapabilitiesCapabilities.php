<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class AccountCapabilitiesCapabilities extends \Parley\Model
{
    /** @var list<string> */
    public readonly array $files;
    /** The most reply buttons of a message; 0: none */
    public readonly int $reply_buttons;
    /** The most buttons that open an address */
    public readonly int $url_buttons;
    public readonly bool $mixed_buttons;
    public readonly bool $list;
    public readonly bool $location;
    public readonly bool $contacts;
    public readonly bool $poll;
    public readonly bool $post;
    public readonly bool $reply_to;
    public readonly bool $mentions;
    /** Previews of links: chosen by each message, or as the channel does it */
    public readonly string $preview;
    public readonly bool $human_agent;
    public readonly bool $react;
    public readonly bool $edit;
    public readonly bool $delete;
    public readonly bool $mark_read;
    /** @var list<string> */
    public readonly array $typing;
    public readonly bool $check_number;
    public readonly bool $reject_call;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->files = $raw->files;
        $this->reply_buttons = $raw->reply_buttons;
        $this->url_buttons = $raw->url_buttons;
        $this->mixed_buttons = $raw->mixed_buttons;
        $this->list = $raw->list;
        $this->location = $raw->location;
        $this->contacts = $raw->contacts;
        $this->poll = $raw->poll;
        $this->post = $raw->post;
        $this->reply_to = $raw->reply_to;
        $this->mentions = $raw->mentions;
        $this->preview = $raw->preview;
        $this->human_agent = $raw->human_agent;
        $this->react = $raw->react;
        $this->edit = $raw->edit;
        $this->delete = $raw->delete;
        $this->mark_read = $raw->mark_read;
        $this->typing = $raw->typing;
        $this->check_number = $raw->check_number;
        $this->reject_call = $raw->reject_call;
    }
}
