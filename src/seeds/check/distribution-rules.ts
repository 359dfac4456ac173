import { nameOthers } from './find-cycle.ts'
import { isBefore, type Rule } from './rule.ts'

/** Rules about portals, metadata and social media. */
export const DISTRIBUTION_RULES: readonly Rule[] = [
  {
    says: 'A content is not stopped before it is published.',
    of: 'contents',
    query: `SELECT format('content %d is stopped before it is published: stoppedAtMs is %d, publishedAtMs %d',
        id, stopped_at_ms, published_at_ms)
      FROM portal_contents WHERE id IN added AND stopped_at_ms < published_at_ms`,
  },
  {
    says: 'A content is not published before its asset is created.',
    of: 'contents',
    query: `SELECT format('content %d is published at %d, before its asset %d is created at %d',
        c.id, c.published_at_ms, a.id, a.created_at_ms)
      FROM portal_contents c JOIN assets a ON a.id = c.core_id
      WHERE c.id IN added AND ${isBefore('c.published_at_ms', 'a.created_at_ms')}`,
  },
  {
    says: 'A value of a metadata field is not below itself.',
    of: 'metadataFields',
    query: `SELECT code || ' of ' || field_code AS id, parent_code || ' of ' || field_code AS parent
      FROM metadata_values WHERE field_code IN added AND parent_code IS NOT NULL`,
    describe: (ids) => `metadata value ${ids[0]} is below itself, by way of ${nameOthers(ids)}`,
  },
  {
    says: 'A post is not counted before it is created.',
    of: 'socialPosts',
    query: `SELECT format('post %d is counted on %s, before it is created on %s', id, stat_date, create_date)
      FROM social_posts WHERE id IN added AND stat_date < create_date`,
  },
]
