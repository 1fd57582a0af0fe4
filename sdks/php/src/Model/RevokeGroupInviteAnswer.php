<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $groupId
 * @property-read string $inviteLink
 */
final class RevokeGroupInviteAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $group_id;
    /** Whoever has it can join */
    public readonly string $invite_link;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->group_id = $raw->group_id ?? throw self::missing('group_id');
        $this->invite_link = $raw->invite_link ?? throw self::missing('invite_link');
    }
}
