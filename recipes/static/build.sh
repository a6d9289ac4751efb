npx citable build archive --out site --base-url https://example.org
