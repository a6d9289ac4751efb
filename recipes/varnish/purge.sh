curl --fail --request BAN --header 'Cache-Tag: citable' http://127.0.0.1:80
