import { useSignal } from '@preact/signals'
import type { E10Result } from '#src/client/generated/interface.ts'
import { callOperation } from '../../api/operations.ts'
import type { RecordRow } from '../../api/records.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Shown } from '../../parts/notice.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatNumber } from '../../texts/language.ts'
import { words } from './records-texts.ts'

/** A crowd pack as its record shows it. */
export type CrowdPack = RecordRow<'crowd-packs'>

/** Members that are shown; a pack may have a hundred thousand. */
const MAX_SHOWN = 200

/** The members of a pack, read when a person asks for them. */
export const CrowdMembers = ({ pack }: { readonly pack: CrowdPack }) => {
  const isWanted = useSignal(false)
  if (isWanted.value) return <Members pack={pack} />
  return (
    <button
      type="button"
      onClick={() => {
        isWanted.value = true
      }}
    >
      {words().members}
    </button>
  )
}

const Members = ({
  pack: { source, corpId, crowdPackId, selfAgent },
}: {
  readonly pack: CrowdPack
}) => {
  const text = words()
  const param = { source, corpId, crowdPackId, selfAgent }
  const loaded = useLoaded(
    (signal) => callOperation<E10Result>('E10', param, { isUntracked: true, signal }),
    [param],
    { isLive: false },
  )
  return (
    <Shown loaded={loaded} empty={text.noMember}>
      {(members) => (
        <>
          <table aria-label={text.membersList}>
            <TableHead columns={[text.id, text.sign]} />
            <tbody>
              {members.slice(0, MAX_SHOWN).map(({ id, crowdUniqueSign }) => (
                <tr key={id}>
                  <td class="mono">{id}</td>
                  <td>{crowdUniqueSign}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {members.length > MAX_SHOWN && (
            <p class="muted">{text.further(formatNumber(members.length - MAX_SHOWN))}</p>
          )}
        </>
      )}
    </Shown>
  )
}
