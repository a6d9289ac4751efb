curl --fail --request POST --header "Fastly-Key: $FASTLY_API_TOKEN" \
  "https://api.fastly.com/service/$FASTLY_SERVICE_ID/purge/citable"
