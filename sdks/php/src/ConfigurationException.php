<?php

declare(strict_types=1);

namespace Parley;

/** An option or argument with which no call can be made. It is thrown before the first attempt, and never retried. */
final class ConfigurationException extends ParleyException
{
}
