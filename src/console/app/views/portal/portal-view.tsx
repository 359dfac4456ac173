import { useSignal } from '@preact/signals'
import type { PortalBlockView, Portals } from '#src/client/generated/control.ts'
import type { E6Result, E11Result } from '#src/client/generated/interface.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readOperation } from '../../api/operations.ts'
import { linkTo, route } from '../../api/place.ts'
import { choices, Form, held, partOf } from '../../parts/form.tsx'
import { Facts, Notice, Page, Panel, Shown, Split } from '../../parts/panel.tsx'
import { FilePicture, JsonView } from '../../parts/text.tsx'
import { formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import './portal.css'

/** The view Portal: the blocks of each portal, and the contents of the block that is chosen. */
export default function PortalView() {
  const loaded = useLoaded((signal) => control<Portals>('GET', '/portals', { signal }))
  const [chosen] = route.value.rest
  return (
    <Page title="Portal" lead="Blocks and contents as E6 and E11 answer them.">
      <Shown
        loaded={loaded}
        empty={t('There is no portal. Seeds bring portals.')}
        isEmpty={({ total }) => total === 0}
      >
        {({ portals }) => {
          const blocks = portals.flatMap((portal) => portal.blocks)
          const block = blocks.find(({ id }) => String(id) === chosen)
          return (
            <>
              <nav class="portal-blocks" aria-label={t('Blocks')}>
                {portals.map(({ id, name, blocks: own }) => (
                  <section key={id} class="panel">
                    <h2>
                      {name} <span class="muted mono">{id}</span>
                    </h2>
                    {own.length === 0 && <p class="muted">{t('This portal has no block.')}</p>}
                    <ul class="portal-list">
                      {own.map((one) => (
                        <BlockLink key={one.id} block={one} />
                      ))}
                    </ul>
                  </section>
                ))}
              </nav>
              {chosen === undefined ? (
                <Notice>{t('Choose a block to see what E6 answers for it.')}</Notice>
              ) : block ? (
                <BlockContents key={chosen} block={block} />
              ) : (
                <Notice tone="error">{t('There is no block {1}.', chosen)}</Notice>
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
      <span class="mono">{id}</span> · {t('{1} contents', contentCount)}
    </span>
  </li>
)

const PAGE_SIZE = 20

/** The contents of a block as E6 answers them, by text and tag, page by page. */
const BlockContents = ({ block }: { block: PortalBlockView }) => {
  const filter = useSignal({ searchText: '', tag: '', pageNum: 1 })
  const { searchText, tag, pageNum } = filter.value
  const isSearched = searchText !== '' || tag !== ''
  // Another search begins at its first page.
  const search = held(
    () => filter.value,
    (changed) => {
      filter.value = { ...changed, pageNum: 1 }
    },
  )
  const param = {
    blockId: block.id,
    pageNum,
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
        value={search}
        fields={{
          searchText: { type: 'string', format: 'search', title: t('Search text') },
          tag: {
            title: t('Tag'),
            oneOf: choices(['', ...block.tags], (one) => one || t('Any tag')),
          },
        }}
      />
      <Shown
        loaded={loaded}
        empty={t('E6 answers no content for this search.')}
        isEmpty={({ totalCount }) => totalCount === 0 && isSearched}
      >
        {({ totalCount, totalPage, records }) => {
          const hidden = isSearched ? 0 : block.contentCount - totalCount
          return (
            <>
              <p class="muted">
                {t('E6 answers {1} contents.', totalCount)}{' '}
                {hidden > 0 &&
                  t(
                    'Left out of this block: {1}, not yet or no longer published, or of an asset that the owner does not see.',
                    hidden,
                  )}
              </p>
              <Cards block={block.id} records={records} />
              <Pages current={partOf(filter, 'pageNum')} last={totalPage} />
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
  const { value: number } = current
  if (last <= 1 && number === 1) return null
  const turn = (by: number) => () => {
    current.value += by
  }
  return (
    <div class="row">
      <button type="button" disabled={number <= 1} onClick={turn(-1)}>
        {t('Previous page')}
      </button>
      <span>{t('Page {1} of {2}', number, last)}</span>
      <button type="button" disabled={number >= last} onClick={turn(1)}>
        {t('Next page')}
      </button>
    </div>
  )
}

/** Contents with their covers. */
const Cards = ({ block, records }: { block: number; records: E6Result['records'] }) => {
  return (
    <ul class="plain-list portal-cards" aria-label={t('Contents')}>
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
              {typeof publishedAt === 'number' && `${t('Published')} ${formatTime(publishedAt)}`}
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
          [t('Published'), formatTime(content.publishTime)],
          [
            t('Asset'),
            <a href={linkTo('library', 'asset', coreId)}>
              {t('Asset')} {coreId}
            </a>,
          ],
          [
            t('Button'),
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
        <summary>{t('Answer of E11')}</summary>
        <JsonView value={content} label={t('Answer of E11')} />
      </details>
    </>
  )
}
