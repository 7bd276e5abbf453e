<?php

// Runs pieces of code that arrive as lines of JSON, and reports each as one.

declare(strict_types=1);

error_reporting(E_ALL);
ini_set('display_errors', 'stderr');
set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});
$sources = $argv[1];
spl_autoload_register(static function (string $class) use ($sources): void {
    $file = $sources . '/' . strtr(substr($class, strlen('Countinghouse\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Countinghouse\\') && is_file($file)) {
        require $file;
    }
});
$imports = "use Countinghouse\\{Countinghouse, CountinghouseException, SignatureException, Webhooks};\n";
while (($line = fgets(STDIN)) !== false) {
    $task = json_decode($line, true);
    $report = [];
    ob_start();
    try {
        eval((str_contains($task['code'], 'use Countinghouse\\') ? '' : $imports) . $task['code']);
        if (isset($task['result'])) {
            $report['value'] = eval("{$imports}return {$task['result']};");
        }
    } catch (Throwable $error) {
        $report['error'] = [
            ...get_object_vars($error),
            'type' => (new ReflectionClass($error))->getShortName(),
            'message' => $error->getMessage(),
        ];
    }
    $report['printed'] = ob_get_clean();
    echo json_encode($report, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION), "\n";
}
