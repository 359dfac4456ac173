import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { E4Result } from '#src/client/generated/interface.ts'
import { callOperation } from '../../api/operations.ts'
import { linkTo } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FilePicture } from '../../parts/file-picture.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { formatBytes, formatTime } from '../../shell/language.ts'
import { AccessTable, YesNo } from './access-table.tsx'
import { AssetFiles } from './asset-files.tsx'
import { ApprovalBadge } from './asset-list.tsx'
import { words } from './library-texts.ts'

type Detail = E4Result['detail'][number]

/** An asset as E4 answers it to a user, and who sees it. */
export const AssetDetail = ({ id, back }: { readonly id: number; readonly back: string }) => {
  const text = words()
  const as = useSignal<string | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [id])
  const loaded = useLoaded(
    (signal) =>
      callOperation<E4Result>(
        'E4',
        { assetIdList: [id] },
        { isUntracked: true, signal, ...(as.value !== undefined && { as: as.value }) },
      ),
    [id, as.value],
  )
  return (
    <section class="library-detail" aria-labelledby="library-asset">
      <div class="row">
        <a href={back}>← {text.back}</a>
      </div>
      <div class="row">
        <h2 id="library-asset" tabIndex={-1} ref={heading}>
          {loaded.data?.detail[0]?.subResList[0]?.name ?? text.asset}
        </h2>
        <span class="mono muted">{id}</span>
        <CopyButton label={text.copyId} text={() => String(id)} />
      </div>
      <p class="row">
        <span>
          {text.asUser} <strong>{as.value ?? text.theOwner}</strong>
        </span>
        {as.value !== undefined && (
          <button
            type="button"
            onClick={() => {
              as.value = undefined
            }}
          >
            {text.asOwner}
          </button>
        )}
      </p>
      <Shown loaded={loaded} isEmpty={({ detail }) => detail.length === 0} empty={text.invisible}>
        {(answer) => answer.detail.map((detail) => <Facts key={id} detail={detail} />)}
      </Shown>
      <section class="panel" aria-labelledby="library-sees">
        <h3 id="library-sees">{text.whoSees}</h3>
        <AccessTable
          of="asset"
          id={id}
          onShowAs={(email) => {
            as.value = email
            heading.current?.scrollIntoView()
          }}
        />
      </section>
    </section>
  )
}

/** The notice in the place of an asset whose id is no number. */
export const NoAsset = () => <Notice tone="error">{words().notFound}</Notice>

const Facts = ({ detail }: { readonly detail: Detail }) => {
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
            {formatTime(detail.createTime)}, {text.byUser(materialOrigin.createUser)}
          </Fact>
          <Fact name={text.updated}>
            {formatTime(updateTime)}, {text.byUser(updateUser)}
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
      <AssetFiles files={subResList} />
      <Rights rights={detail.authInfoList} />
      <details>
        <summary>{text.json}</summary>
        <JsonView value={detail} label={text.json} />
      </details>
    </>
  )
}

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
