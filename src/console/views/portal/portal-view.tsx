import { useSignal } from '@preact/signals'
import type { PortalBlockView, Portals } from '#src/client/generated/control.ts'
import type { E6Result, E11Result } from '#src/client/generated/interface.ts'
import { useControl } from '../../api/loaded.ts'
import { useOperation } from '../../api/operations.ts'
import { linkTo, route } from '../../api/place.ts'
import { Button, setTo } from '../../parts/action.tsx'
import { choice, field } from '../../parts/fields/schema.ts'
import { Form } from '../../parts/form.tsx'
import { Facts, ItemLink, Notice, Page, Panel, Shown, Split } from '../../parts/panel.tsx'
import { FilePicture, JsonDetails } from '../../parts/text.tsx'
import { formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import './portal.css'

export default function PortalView() {
  const loaded = useControl<Portals>('/portals')
  return (
    <Page title="Portal" lead="Blocks and contents as E6 and E11 return them.">
      <Shown
        loaded={loaded}
        empty={t('No portals. Portals come from seeds.')}
        isEmpty={({ total }) => total === 0}
      >
        {({ portals }) => (
          <>
            <nav class="portal-blocks" aria-label={t('Blocks')}>
              {portals.map(({ id, name, blocks }) => (
                <section key={id} class="panel">
                  <h2>
                    {name} <span class="muted mono">{id}</span>
                  </h2>
                  {blocks.length === 0 && <p class="muted">{t('This portal has no blocks.')}</p>}
                  <ul class="portal-list">
                    {blocks.map((block) => (
                      <BlockLink key={block.id} block={block} />
                    ))}
                  </ul>
                </section>
              ))}
            </nav>
            <ChosenBlock blocks={portals.flatMap(({ blocks }) => blocks)} />
          </>
        )}
      </Shown>
    </Page>
  )
}

const BlockLink = ({ block: { id, name, contentCount } }: { block: PortalBlockView }) => (
  <li>
    <ItemLink to={['portal', id]}>{name}</ItemLink>{' '}
    <span class="muted">
      <span class="mono">{id}</span> · {t('{1} contents', contentCount)}
    </span>
  </li>
)

const ChosenBlock = ({ blocks }: { blocks: readonly PortalBlockView[] }) => {
  const [chosen] = route.value.rest
  const block = blocks.find(({ id }) => String(id) === chosen)
  if (block) return <BlockContents key={chosen} block={block} />
  if (chosen !== undefined)
    return <Notice tone="error">{t('Block {1} does not exist.', chosen)}</Notice>
  return <Notice>{t('Choose a block to see what E6 returns for it.')}</Notice>
}

/** Contents that are asked for at first, and the most that E6 answers at once. */
const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 1_000

const BlockContents = ({ block }: { block: PortalBlockView }) => {
  const filter = useSignal({ searchText: '', tag: '' })
  const pageSize = useSignal(PAGE_SIZE)
  const { searchText, tag } = filter.value
  const isSearched = searchText !== '' || tag !== ''
  const loaded = useOperation<E6Result>('E6', {
    blockId: block.id,
    pageNum: 1,
    pageSize: pageSize.value,
    searchText,
    filterConditionList: tag === '' ? [] : [{ type: 1, code: 'tags', value: [tag] }],
  })
  const [, contentId] = route.value.rest
  const list = (
    <>
      <Form
        class="row"
        value={filter}
        fields={{
          searchText: field('Search text', { format: 'search' }),
          tag: choice('Tag', ['', ...block.tags], (one) => one || t('Any tag')),
        }}
      />
      <Shown
        loaded={loaded}
        empty={t('E6 returns no contents for this search.')}
        isEmpty={({ totalCount }) => totalCount === 0 && isSearched}
      >
        {({ totalCount, records }) => (
          <>
            <p class="muted">
              {t('E6 returns {1} contents.', totalCount)}{' '}
              {!isSearched &&
                totalCount < block.contentCount &&
                t('Other contents are not published, or not visible to the owner.')}
            </p>
            <Cards block={block.id} records={records} />
            {totalCount > records.length && records.length < MAX_PAGE_SIZE && (
              <div class="row">
                <Button onClick={setTo(pageSize, Math.min(MAX_PAGE_SIZE, 2 * pageSize.value))}>
                  {t('Show more')}
                </Button>
              </div>
            )}
          </>
        )}
      </Shown>
    </>
  )
  const detail = contentId && <ContentDetail key={contentId} block={block.id} id={contentId} />
  return <Split list={list} detail={detail} />
}

const Cards = ({ block, records }: { block: number; records: E6Result['records'] }) => (
  <ul class="plain-list portal-cards" aria-label={t('Contents')}>
    {records.map(({ id, name, coverPicture, metadataInfo }) => {
      const publishedAt = metadataInfo.CUSTOMER_PORTAL_PUBLISH_TIME
      return (
        <li key={id} class="panel">
          <FilePicture signed={coverPicture} />
          <ItemLink to={['portal', block, id]}>{name}</ItemLink>
          <span class="muted">
            <span class="mono">{id}</span> ·{' '}
            {typeof publishedAt === 'number' && `${t('Published')} ${formatTime(publishedAt)}`}
          </span>
        </li>
      )
    })}
  </ul>
)

const ContentDetail = ({ block, id }: { block: number; id: string }) => {
  const loaded = useOperation<E11Result>('E11', { id: Number(id) })
  return (
    <Panel title={loaded.data?.name ?? id} close={linkTo('portal', block)}>
      <Shown loaded={loaded}>{(content) => <Content content={content} />}</Shown>
    </Panel>
  )
}

const MAX_PICTURES = 12

const Content = ({ content }: { content: E11Result }) => {
  const { coreId, buttonName, buttonLinkUrl, detailPictures, metadataInfo } = content
  const isLink = /^https?:\/\//i.test(buttonLinkUrl)
  const link = isLink ? (
    <a href={buttonLinkUrl} target="_blank" rel="noreferrer noopener">
      {buttonLinkUrl}
    </a>
  ) : (
    <code>{buttonLinkUrl}</code>
  )
  const asset = (
    <a href={linkTo('library', 'asset', coreId)}>
      {t('Asset')} {coreId}
    </a>
  )
  return (
    <>
      <div class="portal-pictures">
        {detailPictures.slice(0, MAX_PICTURES).map((url, index) => (
          <FilePicture key={index} signed={url} />
        ))}
      </div>
      <p class="portal-text">{content.contentText}</p>
      <Facts
        facts={[
          [t('Published'), formatTime(content.publishTime)],
          [t('Asset'), asset],
          [t('Button'), [buttonName, ' ', link]],
          ...Object.entries(metadataInfo).map(
            ([code, value]) => [code, <code>{JSON.stringify(value)}</code>] as const,
          ),
        ]}
      />
      <JsonDetails label={t('Response of E11')} value={content} />
    </>
  )
}
