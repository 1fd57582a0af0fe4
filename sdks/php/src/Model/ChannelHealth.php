<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read bool|null $paymentMissing
 */
final class ChannelHealth extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    /** wa: GREEN, YELLOW, RED or UNKNOWN */
    public readonly ?string $quality;
    /** wa: how many people it may write to first in 24 hours, such as TIER_1K */
    public readonly ?string $limit;
    /** @var list<ChannelHealthRestriction> */
    public readonly array $restrictions;
    /** offline: the platform suspends the account for a while */
    public readonly ?string $state;
    /** The reason why it is offline; null: it is online */
    public readonly ?string $reason;
    /** wa: the business account has no payment method, so that messages are not delivered */
    public readonly ?bool $payment_missing;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->quality = $raw->quality ?? null;
        $this->limit = $raw->limit ?? null;
        $this->restrictions = array_map(static fn (mixed $item) => new ChannelHealthRestriction($item), $raw->restrictions ?? throw self::missing('restrictions'));
        $this->state = $raw->state ?? null;
        $this->reason = $raw->reason ?? null;
        $this->payment_missing = $raw->payment_missing ?? null;
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
