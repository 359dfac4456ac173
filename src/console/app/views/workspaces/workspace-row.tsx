import type { WorkspaceDetail, WorkspaceSummary } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { DEFAULT_WORKSPACE, linkIn, workspaceId } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { Badge } from '../../parts/badge.tsx'
import { formatBytes, formatTime } from '../../texts/language.ts'
import { words } from './workspaces-texts.ts'

/** One workspace of the table, with its sizes where they are known. */
export const WorkspaceRow = ({
  workspace,
  size,
}: {
  readonly workspace: WorkspaceSummary
  readonly size: WorkspaceDetail | undefined
}) => {
  const text = words()
  const { id, name, seed, clock, isAwake, lastUsedAtMs, expiresAtMs } = workspace
  const sized = (bytes: number | undefined) =>
    bytes === undefined ? (
      <span class="muted">{isAwake ? '…' : text.closed}</span>
    ) : (
      formatBytes(bytes)
    )
  return (
    <tr>
      <th scope="row" class="workspaces-name">
        {name}
      </th>
      <td>
        <code>{id}</code>
      </td>
      <td class="workspaces-seed">{seed}</td>
      <td>
        <Badge tone={clock === 'frozen' ? 'warning' : clock === 'offset' ? 'accent' : 'plain'}>
          {text[clock]}
        </Badge>
      </td>
      <td class="number">{sized(size?.sizeBytes)}</td>
      <td class="number">{sized(size?.fileBytes)}</td>
      <td>{formatTime(lastUsedAtMs)}</td>
      <td>{expiresAtMs === null ? text.never : formatTime(expiresAtMs)}</td>
      <td>
        <RowActions id={id} name={name} />
      </td>
    </tr>
  )
}

const RowActions = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const text = words()
  const isCurrent = id === workspaceId.value
  const remove = async (): Promise<void> => {
    await control('DELETE', `/workspaces/${id}`, { workspace: null })
    if (isCurrent) location.hash = linkIn(DEFAULT_WORKSPACE, 'workspaces')
  }
  return (
    <span class="row workspaces-actions">
      {isCurrent ? (
        <Badge tone="good">{text.current}</Badge>
      ) : (
        <a class="button" href={linkIn(id, 'workspaces')} aria-label={text.openOf(name)}>
          {text.open}
        </a>
      )}
      {id === DEFAULT_WORKSPACE ? (
        <small class="muted">{text.keepsDefault}</small>
      ) : (
        <Action
          tone="danger"
          label={text.removeOf(name)}
          run={remove}
          confirm={text.removeQuestion(name)}
          done={text.removed(name)}
        >
          {text.remove}
        </Action>
      )}
    </span>
  )
}
