varnishd -a :80 -f /etc/varnish/default.vcl -s malloc,256m -p http_gzip_support=off
