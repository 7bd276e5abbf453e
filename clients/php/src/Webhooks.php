<?php

declare(strict_types=1);

namespace Countinghouse;

/**
 * Verifies that a message is from the gateway.
 *
 * @phpstan-import-type WebhookEvent from Generated\Types
 * @phpstan-import-type TestEvent from Generated\Types
 * @phpstan-import-type Notification from Generated\Types
 */
final class Webhooks
{
    /**
     * The event of a webhook. `payload` is the body exactly as received. Several secrets help during a rotation. The
     * timestamp may be off by `tolerance` seconds.
     *
     * @param array<string, string|list<string>> $headers such as those of getallheaders()
     * @param string|list<string> $secret
     * @return WebhookEvent|TestEvent
     * @throws SignatureException
     */
    public static function verify(
        string $payload,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        self::verifySignature($payload, $headers, $secret, $tolerance, $now);
        return self::parse($payload);
    }

    /**
     * A notification of a payment's `callbacks`, as verify().
     *
     * @param array<string, string|list<string>> $headers
     * @param string|list<string> $secret
     * @return Notification
     * @throws SignatureException
     */
    public static function verifyNotification(
        string $payload,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        self::verifySignature($payload, $headers, $secret, $tolerance, $now);
        return self::parse($payload);
    }

    /**
     * Verifies a message of any format, without reading it.
     *
     * @param array<string, string|list<string>> $headers
     * @param string|list<string> $secret
     * @throws SignatureException
     */
    public static function verifySignature(
        string $payload,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance = 300,
        ?int $now = null,
    ): void {
        $secrets = (array) $secret;
        if ($secrets === [] || in_array('', $secrets, true)) {
            throw new \InvalidArgumentException('A secret is needed');
        }
        [$timestamp, $expected, $received] = self::readSignatures($payload, $headers, $secrets);
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw new SignatureException('timestamp', 'The timestamp is not a number');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new SignatureException('timestamp', 'The timestamp is too far from the present');
        }
        $isGenuine = false;
        foreach ($received as $signature) {
            foreach ($expected as $candidate) {
                // In constant time, and every pair.
                $isGenuine = hash_equals($candidate, $signature) || $isGenuine;
            }
        }
        if (!$isGenuine) {
            throw new SignatureException('signature', 'No signature fits');
        }
    }

    /**
     * Those of Standard Webhooks if the secrets are `whsec_` secrets, otherwise those of notifications.
     *
     * @param array<string, string|list<string>> $headers
     * @param list<string> $secrets
     * @return array{string, list<string>, list<string>} the timestamp, the expected and the received signatures
     */
    private static function readSignatures(string $payload, array $headers, array $secrets): array
    {
        $sent = array_change_key_case(
            array_map(static fn (string|array $value): string => is_array($value) ? implode(',', $value) : $value, $headers),
        );
        $need = static fn (string $name): string => $sent[$name]
            ?? throw new SignatureException('header', "The header {$name} is missing");
        $others = array_filter($secrets, static fn (string $secret): bool => !str_starts_with($secret, 'whsec_'));
        if (isset($sent['webhook-signature']) && $others === []) {
            $timestamp = $need('webhook-timestamp');
            $signed = "{$need('webhook-id')}.{$timestamp}.{$payload}";
            $sign = static fn (string $secret): string => 'v1,' . base64_encode(
                hash_hmac('sha256', $signed, base64_decode(substr($secret, strlen('whsec_'))), true),
            );
            return [$timestamp, array_map($sign, $secrets), explode(' ', $need('webhook-signature'))];
        }
        $timestamp = $need('x-countinghouse-timestamp');
        $received = preg_split('/,\s*/', $need('x-countinghouse-signature')) ?: [];
        $sign = static fn (string $secret): string => 'v1=' . hash_hmac('sha256', "{$timestamp}.{$payload}", $secret);
        return [$timestamp, array_map($sign, $secrets), $received];
    }

    /** @return array<string, mixed> */
    private static function parse(string $payload): array
    {
        $event = json_decode($payload, true);
        if (!is_array($event)) {
            throw new SignatureException('body', 'The body is not JSON: use verifySignature for other formats');
        }
        return $event;
    }
}
