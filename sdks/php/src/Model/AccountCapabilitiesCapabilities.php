<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $replyButtons
 * @property-read int $urlButtons
 * @property-read bool $mixedButtons
 * @property-read bool $replyTo
 * @property-read bool $humanAgent
 * @property-read bool $markRead
 * @property-read bool $checkNumber
 * @property-read bool $rejectCall
 */
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
    /** Link previews: chosen by each message, or always as the channel does it */
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

    protected function read(\stdClass $raw): void
    {
        $this->files = $raw->files ?? throw self::missing('files');
        $this->reply_buttons = $raw->reply_buttons ?? throw self::missing('reply_buttons');
        $this->url_buttons = $raw->url_buttons ?? throw self::missing('url_buttons');
        $this->mixed_buttons = $raw->mixed_buttons ?? throw self::missing('mixed_buttons');
        $this->list = $raw->list ?? throw self::missing('list');
        $this->location = $raw->location ?? throw self::missing('location');
        $this->contacts = $raw->contacts ?? throw self::missing('contacts');
        $this->poll = $raw->poll ?? throw self::missing('poll');
        $this->post = $raw->post ?? throw self::missing('post');
        $this->reply_to = $raw->reply_to ?? throw self::missing('reply_to');
        $this->mentions = $raw->mentions ?? throw self::missing('mentions');
        $this->preview = $raw->preview ?? throw self::missing('preview');
        $this->human_agent = $raw->human_agent ?? throw self::missing('human_agent');
        $this->react = $raw->react ?? throw self::missing('react');
        $this->edit = $raw->edit ?? throw self::missing('edit');
        $this->delete = $raw->delete ?? throw self::missing('delete');
        $this->mark_read = $raw->mark_read ?? throw self::missing('mark_read');
        $this->typing = $raw->typing ?? throw self::missing('typing');
        $this->check_number = $raw->check_number ?? throw self::missing('check_number');
        $this->reject_call = $raw->reject_call ?? throw self::missing('reject_call');
    }
}
