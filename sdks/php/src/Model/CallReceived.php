<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CallReceived extends \Parley\Model
{
    public readonly string $channel;
    public readonly ?int $conversation_id;
    /** The address that a send takes as to */
    public readonly string $from;
    public readonly Account $account;
    public readonly string $call_id;
    public readonly string $state;
    public readonly ?bool $video;
    public readonly \DateTimeImmutable $at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->from = $raw->from;
        $this->account = new Account($raw->account);
        $this->call_id = $raw->call_id;
        $this->state = $raw->state;
        $this->video = $raw->video ?? null;
        $this->at = new \DateTimeImmutable($raw->at);
    }
}
