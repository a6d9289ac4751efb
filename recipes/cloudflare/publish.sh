npx citable build archive --target cloudflare --base-url https://archive.example.org --out site
cd site && npx wrangler deploy # wrangler needs Node 22 or newer
