<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $correctCategory
 * @property-read \DateTimeImmutable|null $categoryChangesAt
 * @property-read string|null $rejectedReason
 */
final class Template extends \Parley\Model
{
    public readonly string $name;
    public readonly string $language;
    public readonly string $status;
    public readonly string $category;
    /** The category that Meta will give it; null: unchanged */
    public readonly ?string $correct_category;
    /** When it gets that category, as Meta announced; null: Meta did not say */
    public readonly ?\DateTimeImmutable $category_changes_at;
    public readonly string $body;
    /** Number of distinct placeholders of the body */
    public readonly int $variables;
    public readonly ?string $id;
    /** GREEN, YELLOW, RED or UNKNOWN */
    public readonly ?string $quality;
    /** As Meta names it, such as INVALID_FORMAT; null: not rejected */
    public readonly ?string $rejected_reason;
    /** @var list<array<string, mixed>>|null As Meta lists them; null if the list would be too large */
    public readonly ?array $components;

    protected function read(\stdClass $raw): void
    {
        $this->name = $raw->name ?? throw self::missing('name');
        $this->language = $raw->language ?? throw self::missing('language');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->category = $raw->category ?? throw self::missing('category');
        $this->correct_category = $raw->correct_category ?? null;
        $this->category_changes_at = isset($raw->category_changes_at) ? new \DateTimeImmutable($raw->category_changes_at) : null;
        $this->body = $raw->body ?? throw self::missing('body');
        $this->variables = $raw->variables ?? throw self::missing('variables');
        $this->id = $raw->id ?? null;
        $this->quality = $raw->quality ?? null;
        $this->rejected_reason = $raw->rejected_reason ?? null;
        $this->components = isset($raw->components) ? array_map(static fn (mixed $item) => self::toPlain($item), $raw->components) : null;
    }
}
