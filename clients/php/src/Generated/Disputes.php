<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type Dispute from Types
 * @phpstan-import-type ListMerchantDisputesResponse from Types
 */
final class Disputes
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * One dispute of an installation.
     *
     * @return Dispute
     */
    public function read(
        string|int $disputeId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/disputes/{installationId}/{disputeId}',
            path: ['disputeId' => $disputeId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The disputes of an installation, newest first, in pages of at most 100.
     *
     * @param 'NEEDS_RESPONSE'|'UNDER_REVIEW'|'WON'|'LOST'|'ACCEPTED'|'EXPIRED'|'WITHDRAWN'|null $status
     * @return ListMerchantDisputesResponse
     */
    public function list(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $status = null,
        ?string $transactionId = null,
        ?string $openedFrom = null,
        ?string $openedTo = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/disputes/{installationId}',
            query: ['cursor' => $cursor, 'limit' => $limit, 'status' => $status, 'transactionId' => $transactionId, 'openedFrom' => $openedFrom, 'openedTo' => $openedTo],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Every item, page after page: The disputes of an installation, newest first, in pages of at most 100.
     *
     * @param 'NEEDS_RESPONSE'|'UNDER_REVIEW'|'WON'|'LOST'|'ACCEPTED'|'EXPIRED'|'WITHDRAWN'|null $status
     * @return \Generator<int, Dispute>
     */
    public function listAll(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $status = null,
        ?string $transactionId = null,
        ?string $openedFrom = null,
        ?string $openedTo = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): \Generator {
        return Transport::eachItem(
            fn (?string $next): array => $this->list(cursor: $next, limit: $limit, status: $status, transactionId: $transactionId, openedFrom: $openedFrom, openedTo: $openedTo, timeout: $timeout, retries: $retries),
            $cursor,
        );
    }
}
