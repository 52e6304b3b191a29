# Varnish between the visitors and HAProxy: /etc/varnish/default.vcl. Pages that are the same for everyone are sent from here; the
# shop says which they are and for how long (README.md here). Varnish runs with -p http_gzip_support=off: the shop compresses.
vcl 4.1;

import purge;
import std;

# HAProxy's `shop`, on this host.
backend default {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 2s;
    .first_byte_timeout = 60s;
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # Its own EDGE_PURGE_TOKEN is that of the shops.
        if (std.getenv("EDGE_PURGE_TOKEN") == "" || req.http.Authorization != "Bearer " + std.getenv("EDGE_PURGE_TOKEN")) {
            return (synth(403));
        }
        return (hash);
    }
    # As deploy/Caddyfile: these are for this machine and the monitor.
    if (req.url ~ "^/(readyz|metrics)$") {
        return (synth(404));
    }
    if (req.restarts == 0) {
        unset req.http.X-Edge;
        # What advertisements add is read by the browser alone.
        set req.url = regsuball(req.url, "([?&])(utm_[a-z_]+|gclid|fbclid|msclkid)=[^&]*", "\1");
        set req.url = regsub(regsub(req.url, "\?&+", "?"), "[?&]+$", "");
        # Three spellings of what a browser takes, not hundreds.
        if (req.http.Accept-Encoding ~ "br") {
            set req.http.Accept-Encoding = "br";
        } elsif (req.http.Accept-Encoding ~ "gzip") {
            set req.http.Accept-Encoding = "gzip";
        } else {
            unset req.http.Accept-Encoding;
        }
    }
    # A page out of date is shown for so long while another one is asked for: the shop's stale-while-revalidate.
    set req.grace = 10s;
    if (req.http.X-Edge == "purged") {
        set req.grace = 0s;
    }
    # The shop did not answer: a page out of date is better than none.
    if (req.http.X-Edge == "failed") {
        set req.grace = 1d;
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # A question is somebody's own.
    if (req.url ~ "\?" || req.url ~ "^/(api/|sandbox/|healthz$)") {
        return (pass);
    }
    # Also with cookies: what the shop calls public is the same for everyone.
    return (hash);
}

# One shop: its pages are the same under each of its names.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

# What is purged is kept in case the shop is away.
sub vcl_hit {
    if (req.method == "PURGE") {
        purge.soft(0s);
        return (synth(200));
    }
    # Out of date before its minute is over, so purged: the next visitor waits for the new page.
    if (obj.ttl <= 0s && obj.age < 1m && !req.http.X-Edge) {
        set req.http.X-Edge = "purged";
        return (restart);
    }
}

sub vcl_miss {
    if (req.method == "PURGE") {
        purge.soft(0s);
        return (synth(200));
    }
}

sub vcl_backend_response {
    # A fault, or a page that the shop itself calls out of date: what is here already is shown instead, if there is anything.
    if (beresp.status >= 500 || (beresp.http.Surrogate-Key && beresp.http.Cache-Control !~ "^public")) {
        if (bereq.is_bgfetch || (!bereq.uncacheable && bereq.http.X-Edge != "failed")) {
            return (abandon);
        }
    }
    if (beresp.status != 200 || beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "^public") {
        # Somebody's own page stays that for a while, so that its visitors do not wait for each other.
        set beresp.uncacheable = true;
        set beresp.grace = 0s;
        set beresp.ttl = 0s;
        if (beresp.status < 500 && !beresp.http.Surrogate-Key) {
            set beresp.ttl = 2m;
        }
        return (deliver);
    }
    # A file that was asked for without compression does not say that it comes in other forms.
    if (beresp.http.Vary !~ "(?i)accept-encoding") {
        set beresp.http.Vary = "Accept-Encoding";
    }
    if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
        set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, ".*stale-if-error=(\d+).*", "\1s"), 0s);
    }
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.is_bgfetch || (!bereq.uncacheable && bereq.http.X-Edge != "failed")) {
        return (abandon);
    }
}

sub vcl_synth {
    if (resp.status == 503 && req.http.X-Edge != "failed" && (req.method == "GET" || req.method == "HEAD")) {
        set req.http.X-Edge = "failed";
        return (restart);
    }
}

sub vcl_deliver {
    # Browsers ask each time, as they ask the shop itself.
    if (resp.http.Surrogate-Key) {
        set resp.http.Cache-Control = "no-cache, no-transform";
        unset resp.http.Surrogate-Key;
        unset resp.http.Cache-Tag;
        unset resp.http.Age;
    }
    unset resp.http.Via;
    unset resp.http.X-Varnish;
}
