vcl 4.1;

backend archive {
    .host = "127.0.0.1";
    .port = "3000";
}

acl publishers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "BAN") {
        if (client.ip !~ publishers) {
            return (synth(403, "Forbidden"));
        }
        ban("obj.http.Cache-Tag ~ (^|,\s*)(" + req.http.Cache-Tag + ")(,|$)");
        return (synth(200, "Banned"));
    }
    # Varnish compares with one tag; a list, or *, is for the archive.
    if (req.http.If-None-Match ~ "[,*]") {
        return (pass);
    }
    unset req.http.Cookie;
    unset req.http.Authorization;

    if (!req.http.Accept) {
        set req.http.Accept = "*/*";
    } else if (req.http.Accept ~ "^text/html,application/xhtml\+xml,.*\*/\*;q=0\.[1-9]" && req.http.Accept !~ "markdown") {
        set req.http.Accept = "text/html,*/*;q=0.8";
    }

    if (!req.http.Accept-Encoding) {
        set req.http.Accept-Encoding = "identity";
    } else if (req.http.Accept-Encoding !~ "[;*]") {
        if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*br\s*(,|$)") {
            set req.http.Accept-Encoding = "br";
        } else if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*gzip\s*(,|$)") {
            set req.http.Accept-Encoding = "gzip";
        }
    }
}

sub vcl_deliver {
    set resp.http.X-Cache = obj.hits;
}
