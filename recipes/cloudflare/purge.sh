curl --fail --request POST --header "Authorization: Bearer $CLOUDFLARE_API_TOKEN" \
  --json '{"tags": ["citable"]}' \
  "https://api.cloudflare.com/client/v4/zones/$CLOUDFLARE_ZONE_ID/purge_cache"
