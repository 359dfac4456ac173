import { useSignal } from '@preact/signals'
import type { PortalBlockView } from '#src/client/generated/control.ts'
import type { E6Result } from '#src/client/generated/interface.ts'
import { callOperation } from '../../api/operations.ts'
import { route } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { SelectField, setterOf, TextField } from '../../parts/fields.tsx'
import { Shown } from '../../parts/notice.tsx'
import { Split } from '../../parts/split.tsx'
import { formatNumber } from '../../texts/language.ts'
import { ContentCards } from './content-cards.tsx'
import { ContentDetail } from './content-detail.tsx'
import { words } from './portal-texts.ts'

const PAGE_SIZE = 20

/** The contents of a block as E6 answers them, by text and tag, page by page. */
export const BlockContents = ({ block }: { readonly block: PortalBlockView }) => {
  const searchText = useSignal('')
  const tag = useSignal('')
  const pageNum = useSignal(1)
  const text = words()
  const filterConditionList =
    tag.value === '' ? [] : [{ type: 1, code: 'tags', value: [tag.value] }]
  const param = {
    blockId: block.id,
    pageNum: pageNum.value,
    pageSize: PAGE_SIZE,
    searchText: searchText.value,
    filterConditionList,
  }
  const loaded = useLoaded(
    (signal) => callOperation<E6Result>('E6', param, { isUntracked: true, signal }),
    [param],
  )
  const [, contentId] = route.value.rest
  const isSearched = searchText.value !== '' || tag.value !== ''
  const change = (changed: { readonly tag?: string; readonly searchText?: string }): void => {
    tag.value = changed.tag ?? tag.value
    searchText.value = changed.searchText ?? searchText.value
    pageNum.value = 1
  }
  const list = (
    <>
      <Filters tags={block.tags} tag={tag.value} searchText={searchText.value} change={change} />
      <Shown
        loaded={loaded}
        empty={text.none}
        isEmpty={({ totalCount }) => totalCount === 0 && isSearched}
      >
        {(page) => (
          <>
            <Answered page={page} all={isSearched ? undefined : block.contentCount} />
            <ContentCards block={block.id} records={page.records} />
            <Pages page={page} goTo={setterOf(pageNum)} />
          </>
        )}
      </Shown>
    </>
  )
  return (
    <Split
      list={list}
      detail={
        contentId !== undefined && <ContentDetail key={contentId} block={block.id} id={contentId} />
      }
    />
  )
}

const Filters = ({
  tags,
  tag,
  searchText,
  change,
}: {
  readonly tags: readonly string[]
  readonly tag: string
  readonly searchText: string
  readonly change: (changed: { readonly tag?: string; readonly searchText?: string }) => void
}) => {
  const text = words()
  return (
    <div class="row">
      <TextField
        label={text.search}
        type="search"
        value={searchText}
        onInput={(value) => change({ searchText: value })}
      />
      <SelectField
        label={text.tag}
        value={tag}
        options={[
          { value: '', text: text.anyTag },
          ...tags.map((value) => ({ value, text: value })),
        ]}
        onChange={(value) => change({ tag: value })}
      />
    </div>
  )
}

const Answered = ({
  page: { totalCount },
  all,
}: {
  readonly page: E6Result
  readonly all: number | undefined
}) => {
  const { answered, hidden } = words()
  return (
    <p class="muted">
      {answered(formatNumber(totalCount))}{' '}
      {all !== undefined && all > totalCount && hidden(formatNumber(all - totalCount))}
    </p>
  )
}

const Pages = ({
  page: { pageNum, totalPage },
  goTo,
}: {
  readonly page: E6Result
  readonly goTo: (page: number) => void
}) => {
  const { page, before, after } = words()
  if (totalPage <= 1 && pageNum === 1) return null
  return (
    <div class="row">
      <button type="button" disabled={pageNum <= 1} onClick={() => goTo(pageNum - 1)}>
        {before}
      </button>
      <span>{page(formatNumber(pageNum), formatNumber(totalPage))}</span>
      <button type="button" disabled={pageNum >= totalPage} onClick={() => goTo(pageNum + 1)}>
        {after}
      </button>
    </div>
  )
}
