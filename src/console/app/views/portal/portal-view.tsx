import type { PortalView as PortalOfWorkspace, Portals } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { linkTo, route } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Notice, Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { formatNumber } from '../../texts/language.ts'
import { BlockContents } from './block-contents.tsx'
import { words } from './portal-texts.ts'
import './portal.css'

/** The view Portal: the blocks of each portal, and the contents of the block that is chosen. */
export default function PortalView() {
  const text = words()
  const loaded = useLoaded((signal) => control<Portals>('GET', '/portals', { signal }), [])
  const [chosen] = route.value.rest
  return (
    <Page title={text.title} lead={text.lead}>
      <Shown loaded={loaded} empty={text.empty} isEmpty={({ total }) => total === 0}>
        {({ portals }) => (
          <>
            <nav class="portal-blocks" aria-label={text.blocks}>
              {portals.map((portal) => (
                <PortalBlocks key={portal.id} portal={portal} />
              ))}
            </nav>
            {chosen === undefined ? (
              <Notice>{text.choose}</Notice>
            ) : (
              <Block id={chosen} portals={portals} />
            )}
          </>
        )}
      </Shown>
    </Page>
  )
}

const PortalBlocks = ({ portal }: { readonly portal: PortalOfWorkspace }) => {
  const text = words()
  return (
    <section class="panel">
      <h2>
        {portal.name} <span class="muted mono">{portal.id}</span>
      </h2>
      {portal.blocks.length === 0 && <p class="muted">{text.noBlock}</p>}
      <ul class="portal-list">
        {portal.blocks.map(({ id, name, contentCount }) => (
          <li key={id}>
            <a
              href={linkTo('portal', id)}
              aria-current={route.value.rest[0] === String(id) ? 'true' : undefined}
            >
              {name}
            </a>{' '}
            <span class="muted">
              <span class="mono">{id}</span> · {text.contents(formatNumber(contentCount))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Block = ({
  id,
  portals,
}: {
  readonly id: string
  readonly portals: readonly PortalOfWorkspace[]
}) => {
  const block = portals.flatMap(({ blocks }) => blocks).find((one) => String(one.id) === id)
  return block ? (
    <BlockContents key={id} block={block} />
  ) : (
    <Notice tone="error">{words().unknownBlock(id)}</Notice>
  )
}
