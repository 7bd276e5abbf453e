<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type CancellationRequest from Types
 * @phpstan-import-type CaptureRequest from Types
 * @phpstan-import-type Payment from Types
 * @phpstan-import-type PaymentRequest from Types
 * @phpstan-import-type PayoutRequest from Types
 * @phpstan-import-type RefundRequest from Types
 * @phpstan-import-type RepeatRequest from Types
 * @phpstan-import-type ResumeRequest from Types
 * @phpstan-import-type VerificationRequest from Types
 */
final class Payments
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * A payment, or with `deferred` an authorisation to be captured; from the portal by card token only.
     *
     * @param PaymentRequest $body
     * @return Payment
     */
    public function take(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/payment',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Money out to a card; with `deferred` it waits to be completed.
     *
     * @param PayoutRequest $body
     * @return Payment
     */
    public function payOut(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/payout',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Checks a card and registers it, moving no money.
     *
     * @param VerificationRequest $body
     * @return Payment
     */
    public function verifyCard(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/verify',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Captures an authorisation, or completes a deferred payout; once.
     *
     * @param CaptureRequest $body
     * @return Payment
     */
    public function capture(
        string|int $transactionId,
        #[\SensitiveParameter] array $body = [],
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/{transactionId}/capture',
            path: ['transactionId' => $transactionId],
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Releases an authorisation or a deferred payout, or ends a suspended payment.
     *
     * @param CancellationRequest $body
     * @return Payment
     */
    public function cancel(
        string|int $transactionId,
        #[\SensitiveParameter] array $body = [],
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/{transactionId}/cancel',
            path: ['transactionId' => $transactionId],
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Refunds the captured amount or a part of it; without an amount, all that remains.
     *
     * @param RefundRequest $body
     * @return Payment
     */
    public function refund(
        string|int $transactionId,
        #[\SensitiveParameter] array $body = [],
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/{transactionId}/refund',
            path: ['transactionId' => $transactionId],
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Charges the same card again, recurring or as an instalment.
     *
     * @param RepeatRequest $body
     * @return Payment
     */
    public function repeat(
        string|int $transactionId,
        #[\SensitiveParameter] array $body = [],
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/{transactionId}/repeat',
            path: ['transactionId' => $transactionId],
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Continues a payment after 3-D Secure, or one that its merchant suspended.
     *
     * @param ResumeRequest $body
     * @return Payment
     */
    public function resume(
        string|int $transactionId,
        #[\SensitiveParameter] array $body = [],
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/{transactionId}/resume',
            path: ['transactionId' => $transactionId],
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * A transaction with its history and follow-ups.
     *
     * @return Payment
     */
    public function read(
        string|int $transactionId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/transactions/{installationId}/{transactionId}',
            path: ['transactionId' => $transactionId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * All transactions with the merchant’s own reference, newest first; at most 100.
     *
     * @return list<Payment>
     */
    public function readByRef(
        string $merchantRef,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/transactions/{installationId}/byRef',
            query: ['merchantRef' => $merchantRef],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Checks the connection and the credentials.
     */
    public function ping(
        ?float $timeout = null,
        ?int $retries = null,
    ): void {
        $this->transport->call(
            'GET',
            '/acceptor/rest/transactions/ping',
            takesKey: false,
            hasResponse: false,
            timeout: $timeout,
            retries: $retries,
        );
    }
}
