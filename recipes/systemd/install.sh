mkdir -p /srv/archive && cd /srv/archive
npm install /path/to/citable        # or a git URL
git clone https://example.org/my-blog.git content
npx citable check content
