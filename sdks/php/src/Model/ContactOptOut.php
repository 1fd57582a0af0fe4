<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ContactOptOut extends \Parley\Model
{
    public readonly string $channel;
    public readonly ?int $conversation_id;
    /** The address that a send takes as to */
    public readonly string $from;
    public readonly Account $account;
    /** false: the person opted in again */
    public readonly bool $opted_out;
    /** customer: a stop or start word */
    public readonly string $by;
    public readonly \DateTimeImmutable $at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->from = $raw->from;
        $this->account = new Account($raw->account);
        $this->opted_out = $raw->opted_out;
        $this->by = $raw->by;
        $this->at = new \DateTimeImmutable($raw->at);
    }
}
