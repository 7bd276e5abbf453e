<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type CreatedLink from Types
 * @phpstan-import-type CreatedLinks from Types
 * @phpstan-import-type Link from Types
 * @phpstan-import-type LinkBatchRequest from Types
 * @phpstan-import-type LinkChange from Types
 * @phpstan-import-type ListInstallationLinksResponse from Types
 * @phpstan-import-type PaymentLinkRequest from Types
 * @phpstan-import-type PayoutLinkRequest from Types
 */
final class Links
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Creates a smart link for a payment.
     *
     * @param PaymentLinkRequest $body
     * @return CreatedLink
     */
    public function createPayment(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/smartlink/links/{installationId}/payment',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Creates a smart link for a payout, where a payee enters the card to pay.
     *
     * @param PayoutLinkRequest $body
     * @return CreatedLink
     */
    public function createPayout(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/smartlink/links/{installationId}/payout',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Creates up to a hundred smart links that differ only in their URL.
     *
     * @param LinkBatchRequest $body
     * @return CreatedLinks
     */
    public function createBatch(
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/smartlink/links/{installationId}/batch',
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * One smart link with its status, its payments and the reason why the latest attempt failed.
     *
     * @return Link
     */
    public function read(
        string|int $linkId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/smartlink/links/{installationId}/{linkId}',
            path: ['linkId' => $linkId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Changes the end, the description, the reminder or the bounds of the amount of a smart link that can still be paid.
     *
     * @param LinkChange $body
     * @return Link
     */
    public function change(
        string|int $linkId,
        #[\SensitiveParameter] array $body = [],
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/smartlink/links/{linkId}/change',
            path: ['linkId' => $linkId],
            body: $body,
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Cancels a smart link permanently; repeatable, but not after or during its payment.
     *
     * @return CreatedLink
     */
    public function cancel(
        string|int $linkId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/smartlink/links/{linkId}/cancel',
            path: ['linkId' => $linkId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The smart links of an installation, newest first, in pages of at most 100.
     *
     * @param 'ACTIVATED'|'USED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED'|null $status
     * @param 'OPEN'|'OPENED'|'PROCESSING'|'AUTHORISED'|'IN_REVIEW'|'PAID'|'PARTLY_REFUNDED'|'REFUNDED'|'RELEASED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED'|null $state
     * @return ListInstallationLinksResponse
     */
    public function list(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $status = null,
        ?string $state = null,
        ?string $reference = null,
        ?string $emailAddress = null,
        ?string $amount = null,
        ?string $createdFrom = null,
        ?string $createdTo = null,
        ?string $expiresTo = null,
        ?string $batchId = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/smartlink/links/{installationId}',
            query: ['cursor' => $cursor, 'limit' => $limit, 'status' => $status, 'state' => $state, 'reference' => $reference, 'emailAddress' => $emailAddress, 'amount' => $amount, 'createdFrom' => $createdFrom, 'createdTo' => $createdTo, 'expiresTo' => $expiresTo, 'batchId' => $batchId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Every item, page after page: The smart links of an installation, newest first, in pages of at most 100.
     *
     * @param 'ACTIVATED'|'USED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED'|null $status
     * @param 'OPEN'|'OPENED'|'PROCESSING'|'AUTHORISED'|'IN_REVIEW'|'PAID'|'PARTLY_REFUNDED'|'REFUNDED'|'RELEASED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED'|null $state
     * @return \Generator<int, Link>
     */
    public function listAll(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $status = null,
        ?string $state = null,
        ?string $reference = null,
        ?string $emailAddress = null,
        ?string $amount = null,
        ?string $createdFrom = null,
        ?string $createdTo = null,
        ?string $expiresTo = null,
        ?string $batchId = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): \Generator {
        return Transport::eachItem(
            fn (?string $next): array => $this->list(cursor: $next, limit: $limit, status: $status, state: $state, reference: $reference, emailAddress: $emailAddress, amount: $amount, createdFrom: $createdFrom, createdTo: $createdTo, expiresTo: $expiresTo, batchId: $batchId, timeout: $timeout, retries: $retries),
            $cursor,
        );
    }
}
