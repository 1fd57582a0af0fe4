<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $groupId
 * @property-read \DateTimeImmutable|null $createdAt
 */
final class GroupSummary extends \Parley\Model
{
    public readonly string $group_id;
    public readonly string $subject;
    /** Number of members */
    public readonly int $size;
    /** The role of the linked phone; null if the network does not say */
    public readonly ?string $role;
    public readonly GroupSettings $settings;
    public readonly ?\DateTimeImmutable $created_at;

    protected function read(\stdClass $raw): void
    {
        $this->group_id = $raw->group_id ?? throw self::missing('group_id');
        $this->subject = $raw->subject ?? throw self::missing('subject');
        $this->size = $raw->size ?? throw self::missing('size');
        $this->role = $raw->role ?? null;
        $this->settings = new GroupSettings($raw->settings ?? throw self::missing('settings'));
        $this->created_at = isset($raw->created_at) ? new \DateTimeImmutable($raw->created_at) : null;
    }
}
