import { prepared, type Store } from '../../db/store.ts'

/** Requested tags of the contents of a block, content by content. */
const tagsInBlock = prepared((store) =>
  store.sqlite
    .prepare<[number, string], [contentId: number, tag: string]>(
      `SELECT tag.content_id, tag.tag
       FROM portal_contents content JOIN portal_content_tags tag ON tag.content_id = content.id
       WHERE content.block_id = ? AND tag.tag IN (SELECT value FROM json_each(?))
       ORDER BY content.id`,
    )
    .raw(),
)

/**
 * The contents of a block that have one tag of every list. Each tag of a content is looked up once.
 */
export const findTaggedContents = (
  store: Store,
  blockId: number,
  lists: readonly (readonly string[])[],
): number[] => {
  const listsByTag = indexByTag(lists)
  const found: number[] = []
  // For every list, the content that was last found to have a tag of it.
  const lastOf = new Array<number | undefined>(lists.length)
  let met = 0
  let current: number | undefined
  const wanted = JSON.stringify([...listsByTag.keys()])
  for (const [contentId, tag] of tagsInBlock(store).all(blockId, wanted)) {
    if (contentId !== current) met = 0
    current = contentId
    for (const list of listsByTag.get(tag) ?? []) {
      if (lastOf[list] === contentId) continue
      lastOf[list] = contentId
      met += 1
      if (met === lists.length) found.push(contentId)
    }
  }
  return found
}

/** The numbers of the lists that a tag is in. */
const indexByTag = (lists: readonly (readonly string[])[]): Map<string, number[]> => {
  const listsByTag = new Map<string, number[]>()
  for (const [index, list] of lists.entries())
    for (const tag of new Set(list)) {
      const known = listsByTag.get(tag)
      if (known) known.push(index)
      else listsByTag.set(tag, [index])
    }
  return listsByTag
}
