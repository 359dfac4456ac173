import type { ComponentChildren } from 'preact'
import type { E4Result } from '#src/client/generated/interface.ts'
import { usePeople } from '../../api/people.ts'
import { linkTo } from '../../api/place.ts'
import { Facts } from '../../parts/facts.tsx'
import { FilePicture } from '../../parts/file-picture.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { PersonName } from '../../parts/person-name.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatBytes, formatTime } from '../../texts/language.ts'
import { AssetFiles } from './asset-files.tsx'
import { ApprovalBadge } from './asset-list.tsx'
import { words } from './library-texts.ts'
import { YesNo } from './yes-no.tsx'

type Detail = E4Result['detail'][number]

/** What E4 answers about an asset. */
export const AssetFacts = ({
  detail,
  children,
}: {
  readonly detail: Detail
  /** What stands below the facts. */
  readonly children: ComponentChildren
}) => {
  const text = words()
  const { materialOrigin, subResList, collectionInfo, updateTime, updateUser } = detail
  const [first] = subResList
  return (
    <>
      <div class="library-facts">
        {first && (
          <FilePicture
            signed={first.transformPreviewUrl ?? first.thunder}
            alt={first.name}
            version={`${first.updateTime} ${first.size}`}
          />
        )}
        <Facts
          facts={[
            [text.extension, detail.extension],
            [text.size, formatBytes(detail.size)],
            [text.approval, <ApprovalBadge status={detail.approvalStatus} />],
            [
              text.created,
              <WhenAndWho atMs={detail.createTime} user={materialOrigin.createUser} />,
            ],
            [text.updated, <WhenAndWho atMs={updateTime} user={updateUser} />],
            [text.tags, detail.tags || text.none],
            [text.importance, detail.importance],
            [text.visibility, materialOrigin.scenarioVisibility],
            [text.inCollections, <Collections collections={collectionInfo} />],
          ]}
        />
      </div>
      {children}
      <AssetFiles files={subResList} />
      <Rights rights={detail.authInfoList} />
      <details>
        <summary>{text.json}</summary>
        <JsonView value={detail} label={text.json} />
      </details>
    </>
  )
}

/** A time, and the user who did it by name. */
const WhenAndWho = ({ atMs, user }: { readonly atMs: number; readonly user: number }) => (
  <>
    {formatTime(atMs)} · <PersonName id={user} person={usePeople([user]).get(user)} />
  </>
)

const Collections = ({ collections }: { readonly collections: Detail['collectionInfo'] }) =>
  collections.length === 0 ? (
    words().none
  ) : (
    <ul class="plain-list">
      {collections.map(({ id, groupName }) => (
        <li key={id}>
          <a href={linkTo('library', 'collection', id)}>{groupName}</a>
        </li>
      ))}
    </ul>
  )

const Rights = ({ rights }: { readonly rights: Detail['authInfoList'] }) => {
  const text = words()
  if (rights.length === 0) return null
  return (
    <div class="scroll library-table">
      <h3>{text.rights}</h3>
      <table>
        <TableHead columns={[text.unit, text.role, text.editable]} />
        <tbody>
          {rights.map((right) => (
            <tr key={`${right.unitType} ${right.unitId} ${right.dataRoleId}`}>
              <th scope="row">{right.unitName}</th>
              <td>
                {right.dataRoleName} <span class="muted mono">{right.dataRoleCode}</span>
              </td>
              <td>
                <YesNo value={right.editable === 1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
