<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class GroupUpdated extends \Parley\Model
{
    public readonly string $channel;
    /** null for a group without messages */
    public readonly ?int $conversation_id;
    public readonly Account $account;
    public readonly string $group_id;
    /** The new subject; null where it did not change */
    public readonly ?string $subject;
    /** @var list<string> Addresses */
    public readonly array $joined;
    /** @var list<string> Addresses */
    public readonly array $left;
    /** Who changed it; null where the platform does not say */
    public readonly ?string $by;
    public readonly \DateTimeImmutable $at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->account = new Account($raw->account);
        $this->group_id = $raw->group_id;
        $this->subject = $raw->subject ?? null;
        $this->joined = $raw->joined;
        $this->left = $raw->left;
        $this->by = $raw->by ?? null;
        $this->at = new \DateTimeImmutable($raw->at);
    }
}
