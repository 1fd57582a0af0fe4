<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read \DateTimeImmutable|null $requestedAt
 */
final class GroupRequest extends \Parley\Model
{
    public readonly string $address;
    public readonly ?\DateTimeImmutable $requested_at;
    /** The network’s name: invite_link, linked_group_join, non_admin_add */
    public readonly ?string $method;

    protected function read(\stdClass $raw): void
    {
        $this->address = $raw->address ?? throw self::missing('address');
        $this->requested_at = isset($raw->requested_at) ? new \DateTimeImmutable($raw->requested_at) : null;
        $this->method = $raw->method ?? null;
    }
}
