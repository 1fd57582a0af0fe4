<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read bool $onlyAdminsSend
 * @property-read bool $onlyAdminsEdit
 * @property-read bool $membersAdd
 * @property-read bool $approveJoins
 * @property-read int $disappearingS
 */
final class GroupSettings extends \Parley\Model
{
    /** Only admins write */
    public readonly bool $only_admins_send;
    /** Only admins change subject, description and settings */
    public readonly bool $only_admins_edit;
    /** Every member may add people */
    public readonly bool $members_add;
    /** An admin approves each person who joins */
    public readonly bool $approve_joins;
    /** Seconds after which messages disappear; 0: never */
    public readonly int $disappearing_s;

    protected function read(\stdClass $raw): void
    {
        $this->only_admins_send = $raw->only_admins_send ?? throw self::missing('only_admins_send');
        $this->only_admins_edit = $raw->only_admins_edit ?? throw self::missing('only_admins_edit');
        $this->members_add = $raw->members_add ?? throw self::missing('members_add');
        $this->approve_joins = $raw->approve_joins ?? throw self::missing('approve_joins');
        $this->disappearing_s = $raw->disappearing_s ?? throw self::missing('disappearing_s');
    }
}
