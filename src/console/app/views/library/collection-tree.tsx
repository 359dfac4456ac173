import { useSignal } from '@preact/signals'
import { linkTo } from '../../api/place.ts'
import { Notice } from '../../parts/panel.tsx'
import { Badge } from '../../parts/text.tsx'
import { formatNumber } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import type { Collections, ListedCollection } from './library-data.ts'

/** Collections below one that are rendered at once. */
const STEP = 100

interface TreeProps {
  readonly collections: Collections
  /** The collection whose assets are shown; all assets without it. */
  readonly selected: number | undefined
}

/** The collections as a tree, each a link to its assets. */
export const CollectionTree = ({ collections, selected }: TreeProps) => {
  const path = pathTo(collections, selected)
  const { list, total } = collections
  return (
    <nav class="library-tree" aria-label={t('Collections')}>
      <a href={linkTo('library')} aria-current={selected === undefined ? 'true' : undefined}>
        {t('All assets')}
      </a>
      <Level collections={collections} selected={selected} parent={0} path={path} />
      {list.length < total && (
        <Notice>{t('The first {1} of {2} collections are shown.', list.length, total)}</Notice>
      )}
    </nav>
  )
}

/** The ids from a collection up to its root. */
const pathTo = ({ byId }: Collections, id: number | undefined): ReadonlySet<number> => {
  const path = new Set<number>()
  let at = id === undefined ? undefined : byId.get(id)
  while (at && !path.has(at.id)) {
    path.add(at.id)
    at = byId.get(at.parentId)
  }
  return path
}

interface LevelProps extends TreeProps {
  readonly parent: number
  readonly path: ReadonlySet<number>
}

const Level = (props: LevelProps) => {
  const { collections, parent } = props
  const shown = useSignal(STEP)
  const children = collections.below.get(parent) ?? []
  if (children.length === 0) return null
  return (
    <ul>
      {children.slice(0, shown.value).map((collection) => (
        <Branch key={collection.id} {...props} collection={collection} />
      ))}
      {children.length > shown.value && (
        <li>
          <button
            type="button"
            onClick={() => {
              shown.value += STEP
            }}
          >
            {t('Show more')}
          </button>
        </li>
      )}
    </ul>
  )
}

const Branch = ({ collection, ...level }: LevelProps & { collection: ListedCollection }) => {
  const { id, name, itemCount, archivePath } = collection
  const { collections, selected, path } = level
  // Undefined until a person decides; then the way to the selected collection is open.
  const chosen = useSignal<boolean | undefined>(undefined)
  const isOpen = chosen.value ?? (path.has(id) && id !== selected)
  const hasChildren = collections.below.has(id)
  return (
    <li>
      <div class="library-branch">
        {hasChildren ? (
          <button
            type="button"
            class="quiet"
            aria-expanded={isOpen}
            aria-label={t('Show what is below {1}', name)}
            onClick={() => {
              chosen.value = !isOpen
            }}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        ) : (
          <span class="library-leaf" />
        )}
        <a
          href={linkTo('library', 'collection', id)}
          aria-current={id === selected ? 'true' : undefined}
          title={archivePath ?? name}
        >
          <span class="library-name">{name}</span>
          {archivePath !== null && <Badge>{t('archive')}</Badge>}
          <span class="muted">{formatNumber(itemCount)}</span>
        </a>
      </div>
      {hasChildren && isOpen && <Level {...level} parent={id} />}
    </li>
  )
}
