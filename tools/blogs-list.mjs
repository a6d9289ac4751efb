// Public blogs that are kept as markdown in a public repository: which commit is read, and which of its files are posts.
/** @type {readonly [repository: string, commit: string, posts: RegExp][]} */
export const blogs = [
  ['gaearon/overreacted.io', 'fe5222ba48fa07c6d6d24d07d121b7e3867383ec', /^public\/[^/]+\/index\.md$/],
  ['golang/website', 'b02076ae6df08ee9d495fe4b283f88ac18e51012', /^_content\/blog\/(?!README)[^/]+\.md$/],
  ['huggingface/blog', '8dc6a4f4bcdd9fe5ac2a107895b0515377691a17', /^(?!README)[^/]+\.md$/],
  ['jekyll/jekyll', '202df571314ba1d18e9fccd81d12aaad4a703c38', /^docs\/_posts\//],
  ['kentcdodds/kentcdodds.com', 'bf8867c534b929cb45ac67796d9c94e6ed732997', /\/content\/blog\/.*\.mdx$/],
  ['kubernetes/website', '56464fe6c846523da555b49fbb012f0e270871ae', /^content\/en\/blog\/_posts\/.*\.md$/],
  [
    'nodejs/nodejs.org',
    '6f94c8a6ab643beeee7038eba3fb521207d4b345',
    /^apps\/site\/pages\/en\/blog\/[^/]+\/.+\.mdx?$/,
  ],
  ['prometheus/docs', 'c105550aad07161f62d02e305ed09799ec6025fa', /^blog\/posts\/.*\.md$/],
  ['ruby/www.ruby-lang.org', '76ac65935704caaa1e543cfc8aff0bd6212e4768', /^en\/news\/_posts\/.*\.md$/],
  [
    'rust-lang/blog.rust-lang.org',
    '0243724c2e50ad2b7ebd3d9dbc7cd88aed7605a3',
    /^content\/(?!.*_index).*\.md$/,
  ],
  ['simonw/til', '8d908b6d36cdd27bc6464392435ac6223a00caac', /^[^/]+\/(?!readme)[^/]+\.md$/i],
  ['withastro/astro.build', 'f5351e9e1140ce25ce8a0b37657b67d591370b6d', /^src\/content\/blog\/[^_].*\.mdx?$/],
]
