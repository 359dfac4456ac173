import type { E4Result } from '#src/client/generated/interface.ts'
import { callOperation } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import type { RecordRow } from '../../api/records.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { FilePicture } from '../../parts/file-picture.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatNumber } from '../../texts/language.ts'
import { words } from './approvals-texts.ts'

type Detail = E4Result['detail'][number]
type Materials = RecordRow<'approvals'>['materials']

/** Objects that are shown; an approval may have many more. */
const MAX_SHOWN = 100

/** The objects of an approval with their assets as E4 answers them. */
export const ApprovalMaterials = ({ materials }: { readonly materials: Materials }) => {
  const text = words()
  const shown = materials.slice(0, MAX_SHOWN)
  const assetIdList = shown.flatMap(({ materialId }) => materialId ?? [])
  const { data } = useLoaded(async (signal): Promise<ReadonlyMap<number, Detail>> => {
    if (assetIdList.length === 0) return new Map()
    const { detail } = await callOperation<E4Result>(
      'E4',
      { assetIdList },
      { isUntracked: true, signal },
    )
    return new Map(detail.map((asset) => [asset.materialOrigin.id, asset]))
  }, assetIdList)
  return (
    <>
      <table aria-label={text.materials}>
        <TableHead columns={[text.object, text.asset, { number: text.e4 }]} />
        <tbody>
          {shown.map(({ objectId, materialId }) => (
            <tr key={objectId}>
              <td class="mono">{objectId}</td>
              {materialId === null ? (
                <td colSpan={2}>{text.notIngested}</td>
              ) : (
                <Asset id={materialId} detail={data?.get(materialId)} isRead={data !== undefined} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {materials.length > shown.length && (
        <p class="muted">{text.further(formatNumber(materials.length - shown.length))}</p>
      )}
    </>
  )
}

const Asset = ({
  id,
  detail,
  isRead,
}: {
  readonly id: number
  readonly detail: Detail | undefined
  readonly isRead: boolean
}) => {
  const [file] = detail?.subResList ?? []
  return (
    <>
      <td class="approvals-name">
        <a class="approvals-asset" href={linkTo('library', 'asset', id)}>
          <FilePicture signed={file?.iconThunder} alt="" size={40} version={file?.uniMd5 ?? ''} />
          {file?.name ?? id}
        </a>
        {isRead && !detail && <span class="muted"> {words().notVisible}</span>}
      </td>
      <td class="number">{detail?.approvalStatus}</td>
    </>
  )
}
