<?php

declare(strict_types=1);

namespace Countinghouse;

/**
 * Sends requests, and repeats those that are safe to repeat.
 *
 * @internal
 */
final class Transport
{
    /** A repetition can succeed soon: too many requests, or a failure of the gateway or of a proxy before it. */
    private const TEMPORARY = [429, 500, 502, 503, 504];
    private const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

    private readonly string $base;
    private readonly string $authorization;
    /** Kept, so that requests share a connection. */
    private ?\CurlHandle $handle = null;

    public function __construct(
        string $baseUrl,
        private readonly int $installationId,
        #[\SensitiveParameter] string $secret,
        ?string $apiId,
        private readonly float $timeout,
        private readonly int $retries,
        private readonly float $retryDelay,
        private readonly float $maxRetryDelay,
        bool $allowHttp,
    ) {
        $this->base = self::readBaseUrl($baseUrl, $allowHttp);
        $this->authorization = $apiId === null
            ? "Bearer {$secret}"
            : 'Basic ' . base64_encode("{$apiId}:{$secret}");
    }

    /**
     * The body of a success.
     *
     * @param array<string, string|int> $path
     * @param array<string, string|int|float|bool|null> $query
     * @param array<string, mixed>|null $body
     * @return array<mixed>
     * @throws CountinghouseException for everything else
     */
    public function call(
        string $method,
        string $template,
        bool $takesKey,
        array $path = [],
        array $query = [],
        #[\SensitiveParameter] ?array $body = null,
        ?string $idempotencyKey = null,
        bool $hasResponse = true,
        ?float $timeout = null,
        ?int $retries = null,
    ): array {
        $key = $takesKey ? ($idempotencyKey ?? self::createKey()) : null;
        if (preg_match('/[\x00-\x1f\x7f]/', $key ?? '') === 1) {
            throw new \InvalidArgumentException('An Idempotency-Key has no control characters');
        }
        $url = $this->base
            . self::fillPath($template, ['installationId' => $this->installationId, ...$path])
            . self::queryOf($query);
        // An empty array is an object without fields.
        $json = $body === null ? null : json_encode($body === [] ? new \stdClass() : $body, self::JSON);
        // Only what reads, or has a key, cannot do something twice.
        $left = $method === 'GET' || $key !== null ? ($retries ?? $this->retries) : 0;
        for ($attempt = 0; ; $attempt += 1) {
            try {
                return $this->sendOnce($method, $url, $key, $json, $hasResponse, $timeout ?? $this->timeout);
            } catch (CountinghouseException $error) {
                $delay = max($error->retryAfter ?? 0.0, $this->backOff($attempt));
                $isTemporary = $error->status === null || in_array($error->status, self::TEMPORARY, true);
                if ($attempt >= $left || !$isTemporary || $delay > $this->maxRetryDelay) {
                    throw $error;
                }
            }
            usleep((int) ($delay * 1_000_000));
        }
    }

    /**
     * Every item of a list. A page is loaded when its first item is needed.
     *
     * @param callable(?string): array{items: list<mixed>, nextCursor: ?string} $load
     */
    public static function eachItem(callable $load, ?string $cursor): \Generator
    {
        do {
            $page = $load($cursor);
            foreach ($page['items'] as $item) {
                yield $item;
            }
            $cursor = $page['nextCursor'];
        } while ($cursor !== null);
    }

    private const JSON = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION;

    /** @return array<mixed> */
    private function sendOnce(
        string $method,
        string $url,
        ?string $key,
        #[\SensitiveParameter] ?string $json,
        bool $hasResponse,
        float $timeout,
    ): array {
        $headers = [];
        $this->handle ??= curl_init();
        curl_reset($this->handle);
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $this->headers($key, $json !== null),
            CURLOPT_RETURNTRANSFER => true,
            // A redirect would take the secret along.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($timeout * 1000)),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$headers): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                $headers[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        if ($json !== null) {
            curl_setopt($this->handle, CURLOPT_POSTFIELDS, $json);
        }
        $text = curl_exec($this->handle);
        if (!is_string($text)) {
            $message = sprintf('No response to %s %s: %s', $method, parse_url($url, PHP_URL_PATH), curl_error($this->handle));
            throw new CountinghouseException($message, idempotencyKey: $key);
        }
        $status = curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);
        $answer = json_decode($text, true, 512, JSON_BIGINT_AS_STRING) ?? $text;
        // A success is JSON, or empty where the operation has no body. A page from a proxy in between is neither.
        $isExpected = $hasResponse ? is_array($answer) : $text === '';
        if ($status < 200 || $status > 299 || !$isExpected) {
            throw CountinghouseException::ofResponse($status, $headers, $answer, $key);
        }
        return is_array($answer) ? $answer : [];
    }

    /** @return list<string> */
    private function headers(?string $key, bool $hasBody): array
    {
        return [
            'Accept: application/json',
            "Authorization: {$this->authorization}",
            'User-Agent: countinghouse-client-php/' . Countinghouse::VERSION,
            // curl would otherwise wait for leave to send a long body.
            'Expect:',
            ...($hasBody ? ['Content-Type: application/json'] : []),
            ...($key === null ? [] : ["Idempotency-Key: {$key}"]),
        ];
    }

    /** Between half of the delay and the whole, so that clients do not repeat at the same moment. */
    private function backOff(int $attempt): float
    {
        return min($this->retryDelay * 2 ** $attempt, $this->maxRetryDelay) * random_int(500, 1000) / 1000;
    }

    private static function readBaseUrl(string $baseUrl, bool $allowHttp): string
    {
        $parts = parse_url($baseUrl) ?: [];
        $scheme = strtolower($parts['scheme'] ?? '');
        $host = strtolower($parts['host'] ?? '');
        $isSafe = $scheme === 'https'
            || ($scheme === 'http' && ($allowHttp || in_array($host, self::OWN_MACHINE, true)));
        if (!$isSafe) {
            throw new \InvalidArgumentException("The secret is not sent to {$scheme}://{$host}: use https");
        }
        $port = isset($parts['port']) ? ":{$parts['port']}" : '';
        return "{$scheme}://{$host}{$port}" . rtrim($parts['path'] ?? '', '/');
    }

    /** @param array<string, string|int> $values */
    private static function fillPath(string $template, array $values): string
    {
        return preg_replace_callback('/\{(\w+)\}/', static function (array $match) use ($values): string {
            $value = (string) ($values[$match[1]] ?? '');
            // An empty one, or dots, would be the address of another call.
            if (in_array($value, ['', '.', '..'], true)) {
                throw new \InvalidArgumentException("{$match[1]} is missing");
            }
            return rawurlencode($value);
        }, $template) ?? '';
    }

    /** @param array<string, string|int|float|bool|null> $query */
    private static function queryOf(array $query): string
    {
        $texts = array_map(
            static fn (string|int|float|bool $value): string => is_bool($value) ? var_export($value, true) : (string) $value,
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        );
        return $texts === [] ? '' : '?' . http_build_query($texts);
    }

    /** A random UUID. */
    private static function createKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0f) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3f) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** Keeps the secret out of dumps. */
    public function __debugInfo(): array
    {
        return ['base' => $this->base];
    }
}
