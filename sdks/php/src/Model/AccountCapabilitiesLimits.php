<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * Lengths of a message
 */
final class AccountCapabilitiesLimits extends \Parley\Model
{
    /** Longest text */
    public readonly int $text;
    /** Longest text below a file; null: the text follows as a separate message */
    public readonly ?int $caption;
    public readonly string $unit;

    protected function read(\stdClass $raw): void
    {
        $this->text = $raw->text ?? throw self::missing('text');
        $this->caption = $raw->caption ?? null;
        $this->unit = $raw->unit ?? throw self::missing('unit');
    }
}
