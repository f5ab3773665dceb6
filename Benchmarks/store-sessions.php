<?php
// PHP's sessions in the PostgreSQL that stands for STORE, put before `craps.php`: one round trip to read and one to write, in a
// connection that stays, and nobody is locked out meanwhile.
class StoreSessions implements SessionHandlerInterface, SessionUpdateTimestampHandlerInterface {
    private PgSql\Connection $database;

    public function open(string $path, string $name): bool {
        $this->database = pg_pconnect('STORE');
        return true;
    }
    public function close(): bool { return true; }
    public function read(string $id): string|false {
        $rows = pg_query_params($this->database, 'SELECT content FROM php_session WHERE id = $1', [$id]);
        return pg_fetch_result($rows, 0, 0) ?: '';
    }
    public function write(string $id, string $content): bool {
        return pg_query_params(
            $this->database, 'INSERT INTO php_session (id, used, content) VALUES ($1, $2, $3) '
                . 'ON CONFLICT (id) DO UPDATE SET used = excluded.used, content = excluded.content',
            [$id, time(), $content]) !== false;
    }
    public function destroy(string $id): bool { return true; }
    public function gc(int $age): int|false { return 0; }
    public function validateId(string $id): bool { return true; }
    public function updateTimestamp(string $id, string $content): bool { return true; }
}
session_set_save_handler(new StoreSessions());
