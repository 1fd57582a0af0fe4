<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * The settings that changed; null if none did
 * @property-read bool|null $onlyAdminsSend
 * @property-read bool|null $onlyAdminsEdit
 * @property-read bool|null $membersAdd
 * @property-read bool|null $approveJoins
 * @property-read int|null $disappearingS
 */
final class GroupUpdatedSettings extends \Parley\Model
{
    public readonly ?bool $only_admins_send;
    public readonly ?bool $only_admins_edit;
    public readonly ?bool $members_add;
    public readonly ?bool $approve_joins;
    public readonly ?int $disappearing_s;

    protected function read(\stdClass $raw): void
    {
        $this->only_admins_send = $raw->only_admins_send ?? null;
        $this->only_admins_edit = $raw->only_admins_edit ?? null;
        $this->members_add = $raw->members_add ?? null;
        $this->approve_joins = $raw->approve_joins ?? null;
        $this->disappearing_s = $raw->disappearing_s ?? null;
    }
}
