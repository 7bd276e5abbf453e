<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

use Countinghouse\Transport;

/**
 * @phpstan-import-type GetAccountResponse from Types
 */
abstract class Operations
{
    public readonly Payments $payments;
    public readonly Customers $customers;
    public readonly Sessions $sessions;
    public readonly Links $links;
    public readonly Schedules $schedules;
    public readonly Disputes $disputes;
    public readonly Notifications $notifications;
    public readonly TestClock $testClock;
    public readonly Reporting $reporting;

    protected function __construct(private readonly Transport $transport)
    {
        $this->payments = new Payments($transport);
        $this->customers = new Customers($transport);
        $this->sessions = new Sessions($transport);
        $this->links = new Links($transport);
        $this->schedules = new Schedules($transport);
        $this->disputes = new Disputes($transport);
        $this->notifications = new Notifications($transport);
        $this->testClock = new TestClock($transport);
        $this->reporting = new Reporting($transport);
    }

    /**
     * The permissions and installations of the API key.
     *
     * @return GetAccountResponse
     */
    public function account(
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        return $this->transport->call(
            'GET',
            '/acceptor/rest/account',
            takesKey: false,
            timeout: $timeout,
            retries: $retries,
        );
    }
}
