<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $previousRole
 * @property-read string|null $appId
 * @property-read string|null $previousAppId
 */
final class Handover extends \Parley\Model
{
    /** message: a message came to this app or to another one; requested: another app asks for the thread */
    public readonly string $reason;
    /** wa: role of the app that has the thread now, such as escalation or ai_agent */
    public readonly ?string $role;
    /** wa: role of the app that had it */
    public readonly ?string $previous_role;
    /** fb, ig: the app that has the thread now, or asks for it */
    public readonly ?string $app_id;
    /** fb, ig: the app that had it */
    public readonly ?string $previous_app_id;
    /** The note of the app that handed over */
    public readonly ?string $metadata;
    /** wa: summary of the conversation so far */
    public readonly ?string $summary;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->reason = $raw->reason ?? throw self::missing('reason');
        $this->role = $raw->role ?? null;
        $this->previous_role = $raw->previous_role ?? null;
        $this->app_id = $raw->app_id ?? null;
        $this->previous_app_id = $raw->previous_app_id ?? null;
        $this->metadata = $raw->metadata ?? null;
        $this->summary = $raw->summary ?? null;
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
