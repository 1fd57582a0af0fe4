<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $contactId
 */
final class ContactAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $contact_id;
    public readonly string $channel;
    public readonly ?string $name;
    public readonly ?string $username;
    public readonly ?string $phone;
    /** @var list<string> On this channel; each can be the `to` of a send */
    public readonly array $addresses;
    /** Whether the person accepts marketing messages */
    public readonly ContactAnswerConsent $consent;
    /** @var list<ReadConversation> Newest activity first, 100 at most, each with its labels */
    public readonly array $conversations;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->contact_id = $raw->contact_id ?? throw self::missing('contact_id');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->name = $raw->name ?? null;
        $this->username = $raw->username ?? null;
        $this->phone = $raw->phone ?? null;
        $this->addresses = $raw->addresses ?? throw self::missing('addresses');
        $this->consent = new ContactAnswerConsent($raw->consent ?? throw self::missing('consent'));
        $this->conversations = array_map(static fn (mixed $item) => new ReadConversation($item), $raw->conversations ?? throw self::missing('conversations'));
    }
}
