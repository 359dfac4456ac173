import { useSignal } from '@preact/signals'
import type { WorkspaceDetail, WorkspaceSummary } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { workspaceId } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { setterOf, TextField } from '../../parts/fields.tsx'
import { Notice } from '../../parts/notice.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatNumber } from '../../texts/language.ts'
import { WorkspaceRow } from './workspace-row.tsx'
import { words } from './workspaces-texts.ts'

/** The rows that are shown at once; a server can have thousands of workspaces. */
const MAX_ROWS = 100

type Sizes = ReadonlyMap<string, WorkspaceDetail>

/** All workspaces of the server, the one that is shown first, then the last used. */
export const WorkspaceTable = ({
  workspaces,
}: {
  readonly workspaces: readonly WorkspaceSummary[]
}) => {
  const text = words()
  const wanted = useSignal('')
  const found = workspaces.filter(has(wanted.value)).sort(byUse)
  const rows = found.slice(0, MAX_ROWS)
  // To read the sizes of a closed database would open it.
  const opened = rows.filter(({ isAwake }) => isAwake)
  const sizes = useSizes(opened.map(({ id }) => id))
  return (
    <>
      <search class="workspaces-search">
        <TextField
          label={text.search}
          type="search"
          value={wanted.value}
          onInput={setterOf(wanted)}
        />
      </search>
      {rows.length === 0 ? <Notice>{text.none}</Notice> : <Table rows={rows} sizes={sizes} />}
      {found.length > rows.length && (
        <p class="muted">{text.more(formatNumber(found.length - rows.length))}</p>
      )}
    </>
  )
}

const has =
  (wanted: string) =>
  ({ id, name, seed }: WorkspaceSummary): boolean =>
    [id, name, seed].some((value) => value.toLowerCase().includes(wanted.trim().toLowerCase()))

const byUse = (a: WorkspaceSummary, b: WorkspaceSummary): number =>
  Number(b.id === workspaceId.value) - Number(a.id === workspaceId.value) ||
  b.lastUsedAtMs - a.lastUsedAtMs

const useSizes = (ids: readonly string[]): Sizes => {
  const sorted = [...ids].sort()
  const { data } = useLoaded(
    async (signal) => {
      const details = await Promise.allSettled(
        sorted.map((id) =>
          control<WorkspaceDetail>('GET', `/workspaces/${id}`, { workspace: null, signal }),
        ),
      )
      // One that has just been deleted or has expired has no sizes any more.
      return new Map(
        details.flatMap((detail) =>
          detail.status === 'fulfilled' ? [[detail.value.id, detail.value]] : [],
        ),
      )
    },
    [sorted],
    { isLive: false },
  )
  return data ?? new Map()
}

const Table = ({
  rows,
  sizes,
}: {
  readonly rows: readonly WorkspaceSummary[]
  readonly sizes: Sizes
}) => {
  const text = words()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached with the keyboard
    <section class="workspaces-scroll" tabIndex={0} aria-label={text.list}>
      <table>
        <TableHead
          columns={[
            text.name,
            text.id,
            text.seed,
            text.clock,
            { number: text.size },
            { number: text.files },
            text.lastUse,
            text.expires,
            null,
          ]}
        />
        <tbody>
          {rows.map((workspace) => (
            <WorkspaceRow key={workspace.id} workspace={workspace} size={sizes.get(workspace.id)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
