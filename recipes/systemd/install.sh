mkdir -p /srv/archive && cd /srv/archive
npm install citable
git clone https://example.org/my-blog.git content
npx citable check content
