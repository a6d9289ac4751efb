release=releases/$(date -u +%Y-%m-%dT%H-%M-%SZ)
mkdir -p releases
# Starts from hard links to the current release. A build replaces files and never writes into them.
if [ -e current ]; then cp -al "$(readlink current)" "$release"; fi
npx citable build archive --out "$release" --base-url https://example.org
ln -s "$release" next && mv -T next current
