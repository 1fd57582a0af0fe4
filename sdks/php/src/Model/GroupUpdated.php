<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int|null $conversationId
 * @property-read string $groupId
 * @property-read bool|null $inviteChanged
 */
final class GroupUpdated extends \Parley\Model
{
    public readonly string $channel;
    /** null for a group without messages */
    public readonly ?int $conversation_id;
    public readonly Account $account;
    public readonly string $group_id;
    /** The new subject; null if it did not change */
    public readonly ?string $subject;
    /** @var list<string> Addresses */
    public readonly array $joined;
    /** @var list<string> Addresses */
    public readonly array $left;
    /** @var list<string>|null Addresses of members who became admins */
    public readonly ?array $promoted;
    /** @var list<string>|null Addresses of admins who are members again */
    public readonly ?array $demoted;
    /** The new description; empty if it was removed, null if it did not change */
    public readonly ?string $description;
    /** The settings that changed; null if none did */
    public readonly ?GroupUpdatedSettings $settings;
    /** Whether the invite link was replaced */
    public readonly ?bool $invite_changed;
    /** The person who changed it; null if the platform does not report it */
    public readonly ?string $by;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->group_id = $raw->group_id ?? throw self::missing('group_id');
        $this->subject = $raw->subject ?? null;
        $this->joined = $raw->joined ?? throw self::missing('joined');
        $this->left = $raw->left ?? throw self::missing('left');
        $this->promoted = $raw->promoted ?? null;
        $this->demoted = $raw->demoted ?? null;
        $this->description = $raw->description ?? null;
        $this->settings = isset($raw->settings) ? new GroupUpdatedSettings($raw->settings) : null;
        $this->invite_changed = $raw->invite_changed ?? null;
        $this->by = $raw->by ?? null;
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
