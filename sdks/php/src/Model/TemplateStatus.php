<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $businessId
 * @property-read string|null $templateId
 * @property-read string|null $disableDate
 * @property-read string|null $upcomingCategory
 * @property-read \DateTimeImmutable|null $upcomingAt
 */
final class TemplateStatus extends \Parley\Model
{
    public readonly string $channel;
    /** Of the WhatsApp Business Account */
    public readonly string $business_id;
    public readonly ?string $template_id;
    public readonly string $name;
    public readonly string $language;
    /** The platform’s name, such as APPROVED, REJECTED or PAUSED; null: unchanged */
    public readonly ?string $status;
    /** The reason of a rejection or pause: Meta’s code, such as INVALID_FORMAT */
    public readonly ?string $reason;
    /** The reason in a sentence; null if Meta gives none */
    public readonly ?string $details;
    /** Meta’s recommendation; null if it gives none */
    public readonly ?string $recommendation;
    /** When Meta will disable it, as Meta writes it, such as January 31, 2027 */
    public readonly ?string $disable_date;
    /** GREEN, YELLOW, RED or UNKNOWN; null: unchanged */
    public readonly ?string $quality;
    /** Its new category; null: unchanged */
    public readonly ?string $category;
    /** The category that Meta announces for it; null: no announcement */
    public readonly ?string $upcoming_category;
    /** When it gets that category; null if Meta does not report it */
    public readonly ?\DateTimeImmutable $upcoming_at;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->business_id = $raw->business_id ?? throw self::missing('business_id');
        $this->template_id = $raw->template_id ?? null;
        $this->name = $raw->name ?? throw self::missing('name');
        $this->language = $raw->language ?? throw self::missing('language');
        $this->status = $raw->status ?? null;
        $this->reason = $raw->reason ?? null;
        $this->details = $raw->details ?? null;
        $this->recommendation = $raw->recommendation ?? null;
        $this->disable_date = $raw->disable_date ?? null;
        $this->quality = $raw->quality ?? null;
        $this->category = $raw->category ?? null;
        $this->upcoming_category = $raw->upcoming_category ?? null;
        $this->upcoming_at = isset($raw->upcoming_at) ? new \DateTimeImmutable($raw->upcoming_at) : null;
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
