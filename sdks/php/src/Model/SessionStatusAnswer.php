<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class SessionStatusAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $account_id;
    public readonly string $label;
    public readonly string $status;
    public readonly \DateTimeImmutable $since;
    public readonly ?string $phone;
    public readonly ?string $reason;
    /** Null when the page can link nothing any more */
    public readonly ?string $pair_url;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->account_id = $raw->account_id;
        $this->label = $raw->label;
        $this->status = $raw->status;
        $this->since = new \DateTimeImmutable($raw->since);
        $this->phone = $raw->phone ?? null;
        $this->reason = $raw->reason ?? null;
        $this->pair_url = $raw->pair_url ?? null;
    }
}
