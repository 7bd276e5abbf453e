<?php

declare(strict_types=1);

namespace Countinghouse;

/** An unsuccessful call: refused, declined, or without a response. */
final class CountinghouseException extends \RuntimeException
{
    /**
     * @param int|null $status the HTTP status; null without a response: the result is then unknown
     * @param string|null $reasonCode a code of the error reference
     * @param string|null $reasonMessage the reason in English, for your log
     * @param string|null $field the field of the request that is to blame, as a dotted path
     * @param string|null $detail the error of the field
     * @param array<string, mixed>|null $advice after a declined payment: whose side it is on, and whether another attempt can help
     * @param string|null $requestId quote it when you ask for help
     * @param string|null $idempotencyKey another call with the same key and body cannot move money twice
     * @param float|null $retryAfter the wait in seconds that the gateway requests
     * @param mixed $body the response: a declined payment has its transaction
     */
    public function __construct(
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $reasonCode = null,
        public readonly ?string $reasonMessage = null,
        public readonly ?string $field = null,
        public readonly ?string $detail = null,
        public readonly ?array $advice = null,
        public readonly ?string $requestId = null,
        public readonly ?string $idempotencyKey = null,
        public readonly ?float $retryAfter = null,
        public readonly mixed $body = null,
    ) {
        parent::__construct($message, $status ?? 0);
    }

    /**
     * A declined payment has its reason in `outcome`, every other refusal at the top.
     *
     * @param array<string, string> $headers by their names in lower case
     */
    public static function ofResponse(int $status, array $headers, mixed $body, ?string $idempotencyKey): self
    {
        $top = is_array($body) ? $body : [];
        $refused = is_array($top['outcome'] ?? null) ? $top['outcome'] : $top;
        $reasonCode = $refused['reasonCode'] ?? null;
        $reasonMessage = $refused['reasonMessage'] ?? null;
        return new self(
            sprintf(
                '%s (%d): %s',
                $reasonCode ?? 'HTTP',
                $status,
                $reasonMessage ?? 'the response is not of the merchant API',
            ),
            status: $status,
            reasonCode: $reasonCode,
            reasonMessage: $reasonMessage,
            field: $refused['field'] ?? null,
            detail: $refused['detail'] ?? null,
            advice: $refused['advice'] ?? null,
            requestId: $headers['x-request-id'] ?? null,
            idempotencyKey: $idempotencyKey,
            retryAfter: self::readRetryAfter($headers['retry-after'] ?? null),
            body: $body,
        );
    }

    /** Retry-After in seconds or as a date, in seconds from now. Null for other values. */
    public static function readRetryAfter(?string $value, ?int $now = null): ?float
    {
        $text = trim($value ?? '');
        if (ctype_digit($text)) {
            return (float) $text;
        }
        $moment = \DateTimeImmutable::createFromFormat(\DateTimeInterface::RFC7231, $text, new \DateTimeZone('GMT'));
        return $moment === false ? null : (float) max(0, $moment->getTimestamp() - ($now ?? time()));
    }
}
