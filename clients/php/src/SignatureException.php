<?php

declare(strict_types=1);

namespace Countinghouse;

/** The message is not from the gateway, or too old. Respond with 400 and do nothing else. */
final class SignatureException extends \RuntimeException
{
    /** @param 'header'|'timestamp'|'signature'|'body' $reason */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
