<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type ListInstallationSchedulesResponse from Types
 * @phpstan-import-type ListedSchedule from Types
 * @phpstan-import-type Payment from Types
 * @phpstan-import-type Schedule from Types
 * @phpstan-import-type ScheduleRequest from Types
 */
final class Schedules
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Adds a schedule to a paid transaction, which charges its card again.
     *
     * @param ScheduleRequest $body
     * @return Payment
     */
    public function add(
        string|int $transactionId,
        #[\SensitiveParameter] array $body,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/transactions/{installationId}/{transactionId}/addSchedule',
            path: ['transactionId' => $transactionId],
            body: $body,
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * One schedule of an installation with its dates, its card and its status.
     *
     * @return Schedule
     */
    public function read(
        string|int $scheduleId,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/schedules/{installationId}/{scheduleId}',
            path: ['scheduleId' => $scheduleId],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Suspends an ACTIVE schedule: nothing is charged until it is resumed.
     *
     * @return Schedule
     */
    public function suspend(
        string|int $scheduleId,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/schedules/{installationId}/{scheduleId}/suspend',
            path: ['scheduleId' => $scheduleId],
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Resumes a SUSPENDED schedule; episodes missed in the meantime are skipped.
     *
     * @return Schedule
     */
    public function resume(
        string|int $scheduleId,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/schedules/{installationId}/{scheduleId}/resume',
            path: ['scheduleId' => $scheduleId],
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Cancels a schedule permanently. A charge in progress completes.
     *
     * @return Schedule
     */
    public function cancel(
        string|int $scheduleId,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'POST',
            '/acceptor/rest/schedules/{installationId}/{scheduleId}/cancel',
            path: ['scheduleId' => $scheduleId],
            takesKey: true,
            idempotencyKey: $idempotencyKey,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * The schedules of an installation, newest first, in pages of at most 100.
     *
     * @param 'ACTIVE'|'COMPLETE'|'CANCELLED'|'SUSPENDED'|'TECH_SUSPENDED'|null $status
     * @return ListInstallationSchedulesResponse
     */
    public function list(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $status = null,
        ?string $customerMerchantRef = null,
        ?string $createdFrom = null,
        ?string $createdTo = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/schedules/{installationId}',
            query: ['cursor' => $cursor, 'limit' => $limit, 'status' => $status, 'customerMerchantRef' => $customerMerchantRef, 'createdFrom' => $createdFrom, 'createdTo' => $createdTo],
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }

    /**
     * Every item, page after page: The schedules of an installation, newest first, in pages of at most 100.
     *
     * @param 'ACTIVE'|'COMPLETE'|'CANCELLED'|'SUSPENDED'|'TECH_SUSPENDED'|null $status
     * @return \Generator<int, ListedSchedule>
     */
    public function listAll(
        ?string $cursor = null,
        ?int $limit = null,
        ?string $status = null,
        ?string $customerMerchantRef = null,
        ?string $createdFrom = null,
        ?string $createdTo = null,
        ?float $timeout = null,
        ?int $retries = null,
    ): \Generator {
        return Transport::eachItem(
            fn (?string $next): array => $this->list(cursor: $next, limit: $limit, status: $status, customerMerchantRef: $customerMerchantRef, createdFrom: $createdFrom, createdTo: $createdTo, timeout: $timeout, retries: $retries),
            $cursor,
        );
    }
}
