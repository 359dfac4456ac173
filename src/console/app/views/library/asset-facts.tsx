import type { ComponentChildren } from 'preact'
import type { E4Result } from '#src/client/generated/interface.ts'
import { usePeople } from '../../api/people.ts'
import { linkTo } from '../../api/place.ts'
import { FilePicture } from '../../parts/file-picture.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { PersonName } from '../../parts/person-name.tsx'
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
        <dl>
          <Fact name={text.extension}>{detail.extension}</Fact>
          <Fact name={text.size}>{formatBytes(detail.size)}</Fact>
          <Fact name={text.approval}>
            <ApprovalBadge status={detail.approvalStatus} />
          </Fact>
          <Fact name={text.created}>
            {formatTime(detail.createTime)} · <Person id={materialOrigin.createUser} />
          </Fact>
          <Fact name={text.updated}>
            {formatTime(updateTime)} · <Person id={updateUser} />
          </Fact>
          <Fact name={text.tags}>{detail.tags || text.none}</Fact>
          <Fact name={text.importance}>{detail.importance}</Fact>
          <Fact name={text.visibility}>{materialOrigin.scenarioVisibility}</Fact>
          <Fact name={text.inCollections}>
            {collectionInfo.length === 0 && text.none}
            <ul>
              {collectionInfo.map(({ id, groupName }) => (
                <li key={id}>
                  <a href={linkTo('library', 'collection', id)}>{groupName}</a>
                </li>
              ))}
            </ul>
          </Fact>
        </dl>
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

/** The user of an id by name. */
const Person = ({ id }: { readonly id: number }) => (
  <PersonName id={id} person={usePeople([id]).get(id)} />
)

const Fact = ({
  name,
  children,
}: {
  readonly name: string
  readonly children: ComponentChildren
}) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Rights = ({ rights }: { readonly rights: Detail['authInfoList'] }) => {
  const text = words()
  if (rights.length === 0) return null
  return (
    <div class="library-scroll">
      <h3>{text.rights}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.unit}</th>
            <th scope="col">{text.role}</th>
            <th scope="col">{text.editable}</th>
          </tr>
        </thead>
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
