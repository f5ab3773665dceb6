"""A real WordPress, as Debian packs it, with writers of each kind and a page for each of their posts."""

import base64
import json
import os
import shutil
import signal
import subprocess

from kit.halls import Running, can_connect, free_port, wait_for
from kit.http_client import ask

SHARE = "/usr/share/wordpress"
ROLES = ["contributor", "author", "editor", "administrator"]

CONFIG = """<?php
define('DB_NAME', 'blog');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{folder}/sql');
define('WP_ENVIRONMENT_TYPE', 'local');
define('DISABLE_WP_CRON', true);
define('WP_CONTENT_DIR', '{folder}/content');
define('WP_DEFAULT_THEME', 'twentytwentythree');
$table_prefix = 'wp_';
// The front speaks https, and the blog does not.
if (($_SERVER['HTTP_X_FORWARDED_PROTO'] ?? '') === 'https') $_SERVER['HTTPS'] = 'on';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
"""
# It asks no other machine, and finds the town where it is.
TOWN = """<?php
add_filter('pre_http_request', function ($answer, $options, $address) {
  static $isAsking = false;
  if ($isAsking) return $answer;
  $parts = parse_url($address);
  if (!preg_match('/\\\\.test$/', $parts['host'])) return new WP_Error('away', 'another machine');
  $isAsking = true;
  $options['sslverify'] = false;
  $options['reject_unsafe_urls'] = false;
  $options['headers']['Host'] = "$parts[host]:$parts[port]";
  $answer = wp_remote_request(str_replace("://$parts[host]", '://127.0.0.1', $address), $options);
  $isAsking = false;
  return $answer;
}, 10, 3);
"""
INSTALL = """<?php
define('WP_INSTALLING', true);
$_SERVER += ['HTTP_HOST' => parse_url($argv[1], PHP_URL_HOST), 'SERVER_PROTOCOL' => 'HTTP/1.1',
  'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET'];
require 'wp-load.php';
require 'wp-admin/includes/upgrade.php';
function wp_new_blog_notification() {}
wp_install('School', 'headteacher', 'h@school.test', true, '', 'secret');
update_option('home', $argv[1]);
update_option('siteurl', $argv[1]);
foreach (array_slice($argv, 2) as $role) {
  $id = wp_insert_user(['user_login' => $role, 'user_pass' => 'secret', 'role' => $role]);
  echo "$role ", WP_Application_Passwords::create_new_application_password($id, ['name' => 'test'])[0], "\\n";
}
"""


class Database(Running):
    def __init__(self, folder):
        subprocess.run(
            ["mariadb-install-db", f"--datadir={folder / 'data'}", "--skip-test-db",
             "--auth-root-authentication-method=normal", *self.user()], capture_output=True, check=True)
        place = folder / "sql"
        log = folder / "sql-log"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                ["/usr/sbin/mariadbd", "--no-defaults", f"--datadir={folder / 'data'}",
                 f"--socket={place}", "--skip-networking", "--innodb-flush-log-at-trx-commit=0",
                 f"--pid-file={folder / 'pid'}", *self.user()],
                stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        super().__init__(process, log)
        wait_for(lambda: place.exists() and can_connect(str(place)), self)
        subprocess.run(
            ["mariadb", f"--socket={place}", "--user=root", "-e", "CREATE DATABASE blog"], check=True)

    @staticmethod
    def user():
        """It refuses to be root's unless it is told to."""
        return ["--user=root"] if os.geteuid() == 0 else []


class Blog(Running):
    """At `url`, once a front leads from there to `port`."""

    def __init__(self, folder, url):
        self.url = url
        self.database = Database(folder)
        (folder / "content" / "mu-plugins").mkdir(parents=True)
        (folder / "content" / "mu-plugins" / "town.php").write_text(TOWN)
        (folder / "content" / "themes").symlink_to(f"{SHARE}/wp-content/themes")
        # It finds its settings only beside its own files.
        shutil.copytree(SHARE, folder / "site", ignore=shutil.ignore_patterns("wp-config.php"))
        (folder / "site" / "wp-config.php").write_text(CONFIG.format(folder=folder))
        (folder / "install.php").write_text(INSTALL)
        keys = subprocess.run(
            ["php", "../install.php", url, *ROLES], cwd=folder / "site", check=True,
            capture_output=True, text=True).stdout
        self.keys = dict(line.split(" ", 1) for line in keys.splitlines() if " " in line)
        self.port = free_port()
        log = folder / "blog-log"
        with open(log, "wb") as file:
            process = subprocess.Popen(
                ["php", "-S", f"127.0.0.1:{self.port}", "-t", "."], cwd=folder / "site",
                env={**os.environ, "PHP_CLI_SERVER_WORKERS": "4"},
                stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True)
        super().__init__(process, log)
        wait_for(lambda: can_connect(("127.0.0.1", self.port)), self)

    def stop(self):
        # Its workers too; nothing is kept that anybody needs.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.database.stop(signal.SIGKILL)

    def write(self, role, content):
        """A post by somebody of that role; its public address. Whoever may not publish hands it in,
        and an editor does that."""
        state = "pending" if role == "contributor" else "publish"
        post = self.call(role, "posts", title="Lesson", content=content, status=state)
        if state == "pending":
            post = self.call("editor", f"posts/{post['id']}", status="publish")
        return post["link"]

    def call(self, role, path, **fields):
        key = base64.b64encode(f"{role}:{self.keys[role]}".encode()).decode()
        reply = ask(
            self.port, "POST", f"/index.php?rest_route=/wp/v2/{path}", [
                ("Authorization", f"Basic {key}"), ("Content-Type", "application/json"),
                ("X-Forwarded-Proto", "https")],
            body=json.dumps(fields).encode(), host=self.url.partition("://")[2])
        assert reply.status in (200, 201), reply.text
        return json.loads(reply.body)
