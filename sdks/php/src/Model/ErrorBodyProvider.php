<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * What the provider said; only on 502 and 504
 * @property-read string|null $traceId
 */
final class ErrorBodyProvider extends \Parley\Model
{
    public readonly string $name;
    public readonly ?int $status;
    public readonly mixed $code;
    /** Meta’s finer code, where it gave one */
    public readonly ?int $subcode;
    public readonly string $message;
    public readonly ?string $trace_id;

    protected function read(\stdClass $raw): void
    {
        $this->name = $raw->name ?? throw self::missing('name');
        $this->status = $raw->status ?? null;
        $this->code = isset($raw->code) ? self::toPlain($raw->code) : null;
        $this->subcode = $raw->subcode ?? null;
        $this->message = $raw->message ?? throw self::missing('message');
        $this->trace_id = $raw->trace_id ?? null;
    }
}
