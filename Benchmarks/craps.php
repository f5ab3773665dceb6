<?php
// The same game in PHP with its own sessions: GET shows the page of Craps between two games, POST sets
// the ante. `page.php`, beside this file, prints the page from its values.
require __DIR__ . '/page.php';

const WON = 1, LOST = 2, STARTED_OVER = 3;
const WORDS = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const GLYPHS = ['', '⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

function dollars(int $amount): string { return '$' . number_format($amount); }

function highest(array $game): int { return min(500, intdiv($game['balance'], 5) * 5); }

function explanation(array $game, array $last): string {
    $text = 'You have ' . dollars($game['balance']) . ($game['won'] ? ' now.' : ' left.');
    if ($game['won'] || $game['ante'] >= $last['amount']) {
        return $text . ' Roll for the next game, or change your bet.';
    }
    $all = $game['ante'] == $game['balance'] ? ' That’s everything you have.' : '';
    return $text . ' Your bet is now ' . dollars($game['ante']) . '.' . $all;
}

function rule(array $game): string {
    $point = array_sum($game['rolls'][0]);
    return match (true) {
        count($game['rolls']) == 1 => $game['won']
            ? 'On the first roll, 7 and 11 win.' : 'On the first roll, 2, 3 and 12 lose.',
        $game['won'] => "The point $point came again, so it wins.",
        default => "A 7 came before the point $point, so it loses.",
    };
}

function rolls(array $game): string {
    $rows = '';
    $last = count($game['rolls']) - 1;
    foreach (array_slice($game['rolls'], -LINES, preserve_keys: true) as $index => [$one, $other]) {
        $total = $one + $other;
        $result = match (true) {
            $index == $last => $game['won'] ? 'won' : 'lost',
            $index == 0 => "the point is $total",
            default => 'roll on',
        };
        $row = $index + 1;
        $rows .= "            <tr><th scope=\"row\">$row</th><td class=\"short\">$one and $other</td>"
            . "<td class=\"number\"><b>$total</b></td><td>$result</td></tr>\n";
    }
    return $rows;
}

function games(array $log): string {
    $rows = '';
    foreach (array_reverse(array_slice($log, -LINES)) as $entry) {
        $number = $entry['totals'] ? $entry['number'] : '–';
        $totals = implode(', ', $entry['totals']);
        [$class, $result] = match ($entry['ending']) {
            WON => [' class="win"', 'won ' . dollars($entry['amount'])],
            LOST => [' class="loss"', 'lost ' . dollars($entry['amount'])],
            STARTED_OVER => ['', 'started over'],
        };
        $balance = dollars($entry['balance']);
        $rows .= "<tr><th scope=\"row\">$number</th><td class=\"long\">$totals</td>"
            . "<td$class>$result</td><td class=\"number\">$balance</td></tr>\n";
    }
    return $rows;
}

function chart(array $log, int $start): array {
    $first = $log[0];
    $change = match ($first['ending']) {
        WON => $first['amount'], LOST => -$first['amount'], STARTED_OVER => 0,
    };
    $balances = [$first['balance'] - $change, ...array_column($log, 'balance')];
    $lowest = min($balances);
    $highest = max($balances);
    $bottom = min($lowest, $start);
    $top = max($highest, $start);
    $height = fn(int $balance): int =>
        $top == $bottom ? 80 : 8 + intdiv(($top - $balance) * 144, $top - $bottom);
    $points = [];
    $count = count($log);
    foreach ($balances as $index => $balance) {
        $points[] = intdiv($index * 600, $count) . ',' . $height($balance);
    }
    return [
        'top' => dollars($top), 'bottom' => dollars($bottom), 'baseline' => $height($start),
        'points' => implode(' ', $points),
        'description' => "Balance after each of the last $count results: from " . dollars($balances[0])
            . ' to ' . dollars($balances[$count]) . ', between ' . dollars($lowest) . ' and '
            . dollars($highest) . '. The straight line marks ' . dollars($start) . '.',
    ];
}

function values(array $game): array {
    $log = $game['log'];
    $last = $log[count($log) - 1];
    [$one, $other] = $game['dice'];
    $ante = $game['ante'];
    $highest = highest($game);
    $off = fn(int $ante): string => $ante < 5 || $ante > $highest ? ' disabled' : '';
    $headline = 'You rolled ' . $one + $other . ': you ' . ($game['won'] ? 'win ' : 'lose ')
        . dollars($last['amount']);
    $scale = [];
    for ($mark = 0; $mark <= 4; $mark++) {
        $scale[] = 5 + intdiv(intdiv(($highest - 5) * $mark, 4), 5) * 5;
    }
    $all = $ante == $game['balance'] ? ' You’re betting everything you have.' : '';
    $cents = intdiv(1400 * $ante + 495, 990);
    return [
        'headline' => htmlspecialchars($headline), 'outcome' => htmlspecialchars($headline),
        'result' => $game['won'] ? 'won' : 'lost', 'verdict' => $game['won'] ? 'Won' : 'Lost',
        'explanation' => explanation($game, $last), 'rule' => rule($game),
        'revision' => $game['revision'],
        'word0' => WORDS[$one], 'face0' => $one, 'glyph0' => GLYPHS[$one],
        'word1' => WORDS[$other], 'face1' => $other, 'glyph1' => GLYPHS[$other],
        'bet' => dollars($ante), 'ante' => $ante, 'highest' => $highest,
        'scale' => implode(array_map(
            fn(int $mark): string => '<span>' . dollars($mark) . '</span>', array_unique($scale))),
        'less' => $ante - 5, 'lessOff' => $off($ante - 5), 'more' => $ante + 5,
        'moreOff' => $off($ante + 5), 'off25' => $off(25), 'off100' => $off(100),
        'hint' => 'From $5 to ' . dollars($highest) . ", in steps of $5.$all",
        'balance' => dollars($game['balance']), 'dice' => "$one and $other", 'total' => $one + $other,
        'tally' => number_format($game['gamesWon']) . ' of ' . number_format($game['decided'])
            . ', expected ' . round(244 * $game['decided'] / 495, 1),
        'mean' => 'A bet of ' . dollars($ante) . ' loses $' . number_format($cents / 100, 2)
            . ' on average: the chance of winning is a little under one half.',
        'rolls' => rolls($game), 'games' => games($log), ...chart($log, $game['start']),
    ];
}

function send_head(): void {
    header('Cache-Control: private, no-cache');
    header("Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
        . "img-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; "
        . "form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    header('X-Content-Type-Options: nosniff');
    header('Referrer-Policy: same-origin');
    setcookie(session_name(), session_id(), time() + 2592000, '/', httponly: true);
}

session_name('dicehall');
session_cache_limiter('');
if ($_SERVER['REQUEST_METHOD'] == 'POST') {
    session_start();
    $game = &$_SESSION['game'];
    $ante = intdiv((int) ($_POST['ante'] ?? 0), 5) * 5;
    if (($_POST['revision'] ?? '') !== (string) $game['revision'] || $ante < 5 || $ante > highest($game)) {
        http_response_code(500);
        exit;
    }
    $game['ante'] = $ante;
    $game['revision']++;
    session_write_close();
    send_head();
    header('Location: ' . $_SERVER['REQUEST_URI'], true, 303);
} else {
    session_start(['read_and_close' => true]);
    ob_start();
    page(values($_SESSION['game']));
    send_head();
    header('Content-Type: text/html; charset=utf-8');
    header('Content-Length: ' . ob_get_length());
    ob_end_flush();
}
