import { PDF, RULE_CHECKS } from '../../domain/assets/codes.ts'
import { bareType, KNOWN_MEDIA_TYPES } from './media-table.ts'
import type { Rule, SqlRule } from './rule.ts'
import { findFalseFact } from './stated-facts.ts'

/** An extension and a media type that are both known, and are not those of one format. */
const ofAnotherFormat = (extension: string, mediaType: string): string =>
  `lower(${extension}) IN (SELECT extension FROM known)
    AND ${bareType(mediaType)} IN (SELECT media_type FROM known)
    AND NOT EXISTS (SELECT 1 FROM known
      WHERE extension = lower(${extension}) AND media_type = ${bareType(mediaType)})`

/** The media types of a format begin with this, or are this. */
const FORMAT_STARTS = {
  picture: 'image/',
  video: 'video/',
  audio: 'audio/',
  font: 'font/',
  content_text: 'content_text',
  content_rtf: 'content_rtf',
} as const

const formatBy = (column: string): string =>
  `CASE ${Object.entries(FORMAT_STARTS)
    .map(
      ([format, start]) =>
        `WHEN substr(${column}, 1, ${start.length}) = '${start}' THEN '${format}'`,
    )
    .join(' ')} END`

const FORMATS = Object.keys(FORMAT_STARTS)
  .map((format) => `'${format}'`)
  .join(', ')

const namedFile = (key: 'thumbnailAssetId' | 'iconAssetId' | 'damId', column: string): SqlRule => ({
  says: `\`${key}\` of a part is an asset or a file.`,
  of: 'assets',
  query: `SELECT format('part %d of asset %d has ${key} %d, which is no asset and no file', id, asset_id, ${column})
    FROM sub_resources s WHERE asset_id IN added AND ${column} IS NOT NULL AND ${isNothing(`s.${column}`)}`,
})

const isNothing = (id: string): string =>
  ['assets', 'sub_resources', 'atoms']
    .map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE id = ${id})`)
    .join(' AND ')

const PART_RULES: readonly SqlRule[] = [
  {
    says: 'The parts of an asset are together not larger than 9007199254740991 bytes.',
    of: 'assets',
    query: `SELECT format('the parts of asset %d are larger together than 9007199254740991 bytes', asset_id)
      FROM sub_resources WHERE asset_id IN added GROUP BY asset_id HAVING total(size_bytes) > 9007199254740991`,
  },
  {
    says: '`extension` and `mediaType` of a part are those of one format.',
    of: 'assets',
    query: `WITH ${KNOWN_MEDIA_TYPES}
      SELECT format('part %d of asset %d has the extension "%s", but the media type %s', id, asset_id, extension, media_type)
      FROM sub_resources s WHERE asset_id IN added AND ${ofAnotherFormat('s.extension', 's.media_type')}`,
  },
  {
    says: '`extension` and `mediaType` of an atom are those of one format.',
    of: 'atoms',
    query: `WITH ${KNOWN_MEDIA_TYPES}
      SELECT format('atom %d has the extension "%s", but the media type %s', id, extension, media_type)
      FROM atoms a WHERE id IN added AND ${ofAnotherFormat('a.extension', 'a.media_type')}`,
  },
  {
    says: 'An asset that is a single file has the extension of that file.',
    of: 'assets',
    query: `WITH ${KNOWN_MEDIA_TYPES}
      SELECT format('asset %d has the extension "%s", but its only part %d has "%s"', a.id, a.extension, s.id, s.extension)
      FROM assets a JOIN sub_resources s ON s.asset_id = a.id
      WHERE a.id IN added AND lower(a.extension) IN (SELECT extension FROM known)
        AND lower(s.extension) IN (SELECT extension FROM known)
        AND (SELECT count(*) FROM sub_resources WHERE asset_id = a.id) = 1
        AND NOT EXISTS (SELECT 1 FROM known k JOIN known l USING (media_type)
          WHERE k.extension = lower(a.extension) AND l.extension = lower(s.extension))`,
  },
  {
    says: '`fileFormatType` is that of the media type, where both are a picture, a video, a sound, a font or a text.',
    of: 'assets',
    query: `SELECT format('part %d of asset %d has the fileFormatType %s, but the media type %s', id, asset_id, file_format_type, media_type)
      FROM sub_resources WHERE asset_id IN added AND file_format_type IN (${FORMATS})
        AND file_format_type <> ${formatBy('media_type')}`,
  },
  {
    says: '`pdfStatus` is 1 for a PDF and 0 for everything else (A-4-7).',
    of: 'assets',
    query: `SELECT format('part %d of asset %d has pdfStatus %d, but the media type %s', id, asset_id, pdf_status, media_type)
      FROM sub_resources WHERE asset_id IN added AND pdf_status <> (${bareType('media_type')} = '${PDF}')`,
  },
  {
    says: '`sizeBytes` of a text is its size in UTF-8.',
    of: 'assets',
    query: `SELECT format('part %d of asset %d has sizeBytes %d, but its baseText has %d', id, asset_id, size_bytes,
        octet_length(base_text))
      FROM sub_resources WHERE asset_id IN added AND base_text IS NOT NULL AND file_digest IS NULL
        AND size_bytes <> octet_length(base_text)`,
  },
  {
    says: '`textNum` of a text is at most the number of its characters.',
    of: 'assets',
    query: `SELECT format('part %d of asset %d has textNum %d, but its baseText has %d characters', id, asset_id, text_num,
        length(base_text))
      FROM sub_resources WHERE asset_id IN added AND base_text IS NOT NULL AND text_num > length(base_text)`,
  },
  namedFile('thumbnailAssetId', 'thumbnail_asset_id'),
  namedFile('iconAssetId', 'icon_asset_id'),
  namedFile('damId', 'dam_id'),
  {
    says: 'Each of the `analysisAssetIds` of a part is an asset or a file.',
    of: 'assets',
    query: `SELECT format('part %d of asset %d has %d in analysisAssetIds, which is no asset and no file', s.id, asset_id, named.value)
      FROM sub_resources s JOIN json_each(s.analysis_asset_ids) AS named
      WHERE asset_id IN added AND ${isNothing('named.value')}`,
  },
]

const UNSUPPORTED = RULE_CHECKS.UNSUPPORTED_FORMAT

/** Rules about assets, their parts, and the files behind them. */
export const ASSET_RULES: readonly Rule[] = [
  ...PART_RULES,
  {
    says: 'What a seed states about a part or an atom is what is found in its `file`.',
    find: findFalseFact,
  },
  {
    says: `\`ruleCheckStatus\` is \`UNSUPPORTED_FORMAT\` where \`ruleCheckStatusCode\` is ${UNSUPPORTED}, and nowhere else (A-4-7).`,
    of: 'assets',
    query: `SELECT format('asset %d has ruleCheckStatus "%s", but ruleCheckStatusCode %d', id, rule_check_status, rule_check_status_code)
      FROM assets WHERE id IN added
        AND (rule_check_status = 'UNSUPPORTED_FORMAT') <> (rule_check_status_code = ${UNSUPPORTED})`,
  },
  {
    says: 'Each `ruleCheckStatus` has one `ruleCheckStatusCode` (A-4-7).',
    of: 'assets',
    query: `SELECT format('asset %d has ruleCheckStatusCode %d for "%s", but asset %d has %d', a.id,
        a.rule_check_status_code, a.rule_check_status, b.id, b.rule_check_status_code)
      FROM (SELECT min(id) AS first, rule_check_status FROM assets WHERE id IN added GROUP BY rule_check_status) g
      JOIN assets b ON b.id = g.first
      JOIN assets a ON a.rule_check_status = g.rule_check_status
      WHERE a.id IN added AND a.rule_check_status_code <> b.rule_check_status_code`,
  },
  {
    says: 'Each `ruleCheckStatusCode` has one `ruleCheckStatus` (A-4-7).',
    of: 'assets',
    query: `SELECT format('asset %d has ruleCheckStatus "%s" for the code %d, but asset %d has "%s"', a.id,
        a.rule_check_status, a.rule_check_status_code, b.id, b.rule_check_status)
      FROM (SELECT min(id) AS first, rule_check_status_code AS code FROM assets WHERE id IN added GROUP BY code) g
      JOIN assets b ON b.id = g.first
      JOIN assets a ON a.rule_check_status_code = g.code
      WHERE a.id IN added AND a.rule_check_status <> b.rule_check_status`,
  },
]
