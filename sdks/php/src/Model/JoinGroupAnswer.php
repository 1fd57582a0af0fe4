<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $groupId
 */
final class JoinGroupAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** null while an admin has to approve */
    public readonly ?string $group_id;
    public readonly bool $pending;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->group_id = $raw->group_id ?? null;
        $this->pending = $raw->pending ?? throw self::missing('pending');
    }
}
