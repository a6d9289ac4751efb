aws cloudfront create-invalidation --distribution-id "$DISTRIBUTION_ID" --paths '/*'
