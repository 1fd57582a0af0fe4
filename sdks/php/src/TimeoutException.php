<?php

declare(strict_types=1);

namespace Parley;

/** There was no answer in time. The outcome is unknown: repeat a send only with the same idempotency key. */
final class TimeoutException extends ParleyException
{
}
