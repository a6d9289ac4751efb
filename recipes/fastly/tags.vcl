sub vcl_fetch {
#FASTLY fetch
  # "citable, post:week-01" is "citable post:week-01" at Fastly.
  set beresp.http.Surrogate-Key = regsuball(beresp.http.Cache-Tag, ",\s*", " ");
  return(deliver);
}
