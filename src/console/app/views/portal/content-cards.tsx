import type { E6Result } from '#src/client/generated/interface.ts'
import { linkTo, route } from '../../api/place.ts'
import { FilePicture } from '../../parts/file-picture.tsx'
import { formatTime } from '../../texts/language.ts'
import { words } from './portal-texts.ts'

/** Contents with their covers. */
export const ContentCards = ({
  block,
  records,
}: {
  readonly block: number
  readonly records: E6Result['records']
}) => {
  const { list, published } = words()
  return (
    <ul class="plain-list portal-cards" aria-label={list}>
      {records.map(({ id, name, coverPicture, metadataInfo }) => {
        const publishedAt = metadataInfo.CUSTOMER_PORTAL_PUBLISH_TIME
        return (
          <li key={id} class="panel">
            <FilePicture signed={coverPicture} alt="" />
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
