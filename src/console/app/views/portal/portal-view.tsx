import { useSignal, useSignalEffect } from '@preact/signals'
import type { PortalBlockView, Portals } from '#src/client/generated/control.ts'
import type { E6Result, E11Result } from '#src/client/generated/interface.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readOperation } from '../../api/operations.ts'
import { linkTo, route } from '../../api/place.ts'
import { choices, Form } from '../../parts/form.tsx'
import { Facts, Notice, Page, Panel, Shown, Split } from '../../parts/panel.tsx'
import { FilePicture, JsonView } from '../../parts/text.tsx'
import { formatNumber, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'
import './portal.css'

/** The view Portal: the blocks of each portal, and the contents of the block that is chosen. */
export default function PortalView() {
  const text = words('portal')
  const loaded = useLoaded((signal) => control<Portals>('GET', '/portals', { signal }))
  const [chosen] = route.value.rest
  return (
    <Page view="portal">
      <Shown loaded={loaded} empty={text.empty} isEmpty={({ total }) => total === 0}>
        {({ portals }) => {
          const blocks = portals.flatMap((portal) => portal.blocks)
          const block = blocks.find(({ id }) => String(id) === chosen)
          return (
            <>
              <nav class="portal-blocks" aria-label={text.blocks}>
                {portals.map(({ id, name, blocks: own }) => (
                  <section key={id} class="panel">
                    <h2>
                      {name} <span class="muted mono">{id}</span>
                    </h2>
                    {own.length === 0 && <p class="muted">{text.noBlock}</p>}
                    <ul class="portal-list">
                      {own.map((one) => (
                        <BlockLink key={one.id} block={one} />
                      ))}
                    </ul>
                  </section>
                ))}
              </nav>
              {chosen === undefined ? (
                <Notice>{text.choose}</Notice>
              ) : block ? (
                <BlockContents key={chosen} block={block} />
              ) : (
                <Notice tone="error">{text.unknownBlock(chosen)}</Notice>
              )}
            </>
          )
        }}
      </Shown>
    </Page>
  )
}

const BlockLink = ({ block: { id, name, contentCount } }: { block: PortalBlockView }) => (
  <li>
    <a
      href={linkTo('portal', id)}
      aria-current={route.value.rest[0] === String(id) ? 'true' : undefined}
    >
      {name}
    </a>{' '}
    <span class="muted">
      <span class="mono">{id}</span> · {words('portal').contents(formatNumber(contentCount))}
    </span>
  </li>
)

const PAGE_SIZE = 20

/** The contents of a block as E6 answers them, by text and tag, page by page. */
const BlockContents = ({ block }: { block: PortalBlockView }) => {
  const text = words('portal')
  const filter = useSignal({ searchText: '', tag: '' })
  const pageNum = useSignal(1)
  const { searchText, tag } = filter.value
  const isSearched = searchText !== '' || tag !== ''
  useSignalEffect(() => {
    if (filter.value) pageNum.value = 1
  })
  const param = {
    blockId: block.id,
    pageNum: pageNum.value,
    pageSize: PAGE_SIZE,
    searchText,
    filterConditionList: tag === '' ? [] : [{ type: 1, code: 'tags', value: [tag] }],
  }
  const loaded = useLoaded((signal) => readOperation<E6Result>('E6', param, signal), [param])
  const [, contentId] = route.value.rest
  const list = (
    <>
      <Form
        class="row"
        value={filter}
        fields={{
          searchText: { type: 'string', format: 'search', title: text.search },
          tag: {
            title: text.tag,
            oneOf: choices(['', ...block.tags], (one) => one || text.anyTag),
          },
        }}
      />
      <Shown
        loaded={loaded}
        empty={text.none}
        isEmpty={({ totalCount }) => totalCount === 0 && isSearched}
      >
        {({ totalCount, totalPage, records }) => {
          const hidden = isSearched ? 0 : block.contentCount - totalCount
          return (
            <>
              <p class="muted">
                {text.answered(formatNumber(totalCount))}{' '}
                {hidden > 0 && text.hidden(formatNumber(hidden))}
              </p>
              <Cards block={block.id} records={records} />
              <Pages current={pageNum} last={totalPage} />
            </>
          )
        }}
      </Shown>
    </>
  )
  const detail = contentId !== undefined && (
    <ContentDetail key={contentId} block={block.id} id={contentId} />
  )
  return <Split list={list} detail={detail} />
}

const Pages = ({ current, last }: { current: { value: number }; last: number }) => {
  const { page, before, after } = words('portal')
  const { value: number } = current
  if (last <= 1 && number === 1) return null
  const turn = (by: number) => () => {
    current.value += by
  }
  return (
    <div class="row">
      <button type="button" disabled={number <= 1} onClick={turn(-1)}>
        {before}
      </button>
      <span>{page(formatNumber(number), formatNumber(last))}</span>
      <button type="button" disabled={number >= last} onClick={turn(1)}>
        {after}
      </button>
    </div>
  )
}

/** Contents with their covers. */
const Cards = ({ block, records }: { block: number; records: E6Result['records'] }) => {
  const { list, published } = words('portal')
  return (
    <ul class="plain-list portal-cards" aria-label={list}>
      {records.map(({ id, name, coverPicture, metadataInfo }) => {
        const publishedAt = metadataInfo.CUSTOMER_PORTAL_PUBLISH_TIME
        return (
          <li key={id} class="panel">
            <FilePicture signed={coverPicture} />
            <a
              href={linkTo('portal', block, id)}
              aria-current={route.value.rest[1] === String(id) ? 'true' : undefined}
            >
              {name}
            </a>
            <span class="muted">
              <span class="mono">{id}</span> ·{' '}
              {typeof publishedAt === 'number' && `${published} ${formatTime(publishedAt)}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Pictures that are shown at once. */
const MAX_PICTURES = 12

/** One content as E11 answers it. */
const ContentDetail = ({ block, id }: { block: number; id: string }) => {
  const loaded = useLoaded(
    (signal) => readOperation<E11Result>('E11', { id: Number(id) }, signal),
    [id],
  )
  return (
    <Panel title={loaded.data?.name ?? id} close={linkTo('portal', block)}>
      <Shown loaded={loaded}>{(content) => <Content content={content} />}</Shown>
    </Panel>
  )
}

const Content = ({ content }: { content: E11Result }) => {
  const text = words('portal')
  const { coreId, buttonName, buttonLinkUrl } = content
  // A URL that is not of the web is text.
  const isLink = /^https?:\/\//i.test(buttonLinkUrl)
  return (
    <>
      <div class="portal-pictures">
        {content.detailPictures.slice(0, MAX_PICTURES).map((url, index) => (
          <FilePicture key={index} signed={url} />
        ))}
      </div>
      <p class="portal-text">{content.contentText}</p>
      <Facts
        facts={[
          [text.published, formatTime(content.publishTime)],
          [
            text.asset,
            <a href={linkTo('library', 'asset', coreId)}>
              {text.asset} {coreId}
            </a>,
          ],
          [
            text.button,
            <>
              {buttonName}{' '}
              {isLink ? (
                <a href={buttonLinkUrl} target="_blank" rel="noreferrer noopener">
                  {buttonLinkUrl}
                </a>
              ) : (
                <code>{buttonLinkUrl}</code>
              )}
            </>,
          ],
          ...Object.entries(content.metadataInfo).map(
            ([code, value]) => [code, <code>{JSON.stringify(value)}</code>] as const,
          ),
        ]}
      />
      <details>
        <summary>{text.answer}</summary>
        <JsonView value={content} label={text.answer} />
      </details>
    </>
  )
}
