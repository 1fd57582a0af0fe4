<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

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
    /** Why it was rejected or paused */
    public readonly ?string $reason;
    /** GREEN, YELLOW, RED or UNKNOWN; null: unchanged */
    public readonly ?string $quality;
    /** Its new category; null: unchanged */
    public readonly ?string $category;
    public readonly \DateTimeImmutable $at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->business_id = $raw->business_id;
        $this->template_id = $raw->template_id ?? null;
        $this->name = $raw->name;
        $this->language = $raw->language;
        $this->status = $raw->status ?? null;
        $this->reason = $raw->reason ?? null;
        $this->quality = $raw->quality ?? null;
        $this->category = $raw->category ?? null;
        $this->at = new \DateTimeImmutable($raw->at);
    }
}
