<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class WhatsappGroup extends \Parley\Model
{
    public readonly bool $is_group;
    public readonly string $group_jid;
    public readonly string $participant;
    public readonly ?string $participant_name;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->is_group = $raw->is_group;
        $this->group_jid = $raw->group_jid;
        $this->participant = $raw->participant;
        $this->participant_name = $raw->participant_name ?? null;
    }
}
