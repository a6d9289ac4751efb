const names = (list: string): readonly string[] => list.split(/\s+/)

/**
 * What Citable understands in front matter: each of its own names, and the names that generators, themes and people use for the same
 * thing. The first that has a value counts; letter case does not. A dot leads into a group.
 */
export const fieldNames = {
  title: names('title'),
  published: names(`published date.created date pubDate publishDate publish_date pub_date datePublished
    date_published publishedAt published_at publishedOn published_on publishedTime published_time created
    created_at createdAt`),
  modified: names(`modified updated date.updated lastmod last_modified_at last_modified lastModified
    last_updated lastUpdated updatedDate updatedAt updated_at updateDate dateModified date_modified
    modified_time modifiedDate revised`),
  summary: names(`summary description excerpt spoiler subtitle tldr abstract dek standfirst blurb
    metaDescription meta_description`),
  authors: names('authors author byline by author_name authorName writer writers'),
  tags: names('tags tag topics topic keywords categories category labels'),
  /** Of the tags, those that generators make addresses of. */
  categories: names('categories category'),
  slug: names('slug'),
  oldAddresses: names(`permalink path url aliases alias redirect_from redirectFrom redirects old_urls
    oldUrls oldUrl`),
  draft: names('draft isDraft unpublished status'),
  unlisted: names('unlisted hidden'),
  /** At the top of the home page. */
  featured: names('featured pinned sticky'),
  image: names(`image images cover banner coverImage cover_image heroImage hero_image hero featured_image
    featuredImage thumbnail socialImage social_image socialImg ogImage og_image twitterImage twitter_image
    twitterImg resources.cover`),
  imageAlt: names('imageAlt image_alt coverAlt cover_alt coverImageAlt heroImageAlt bannerAlt alt'),
  canonical: names('canonical canonical_url canonicalUrl canonicalLink original_url originalUrl'),
  series: names('series'),
  seriesNumber: names('seriesNumber series_number seriesOrder series_order part'),
  changes: names('changes'),
}

export type FieldName = keyof typeof fieldNames

export type OwnNames = Partial<Readonly<Record<FieldName, readonly string[]>>>
