<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read bool $isGroup
 * @property-read string $groupJid
 * @property-read string|null $participantName
 */
final class WhatsappGroup extends \Parley\Model
{
    public readonly bool $is_group;
    public readonly string $group_jid;
    public readonly string $participant;
    public readonly ?string $participant_name;

    protected function read(\stdClass $raw): void
    {
        $this->is_group = $raw->is_group ?? throw self::missing('is_group');
        $this->group_jid = $raw->group_jid ?? throw self::missing('group_jid');
        $this->participant = $raw->participant ?? throw self::missing('participant');
        $this->participant_name = $raw->participant_name ?? null;
    }
}
